//! What a frame of the window costs on a message of a gigabyte: scrolling, jumping, folding, typing, walking through the
//! bytes. Processor time of the window's own thread, without the renderer, with the tree for a screen reader.
//!
//! `cargo bench --bench frames [-- FRAMES]`
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a bench that meets what it does not expect has failed")]

mod support;

use std::time::{Duration, Instant};

use egui::{Context, Event, Key, Modifiers, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, Vec2, pos2, vec2};
use wirebench::ui::Window;

const TYPE: &str = "build.bazel.remote.execution.v2.Directory";
const SIZE: Vec2 = vec2(1280.0, 800.0);
/// Over the tree, and over the bytes below it.
const TREE: Pos2 = pos2(500.0, 260.0);
const BYTES: Pos2 = pos2(420.0, 680.0);
/// The tree ends somewhere here, and its scrollbar with it.
const EDGE: std::ops::Range<u16> = 940..1060;
const TRACK_TOP: f32 = 160.0;

/// Draws so many frames; the time of each.
type Case = fn(&mut Bench, usize) -> Vec<f64>;

/// A window without a screen, frame by frame.
struct Bench {
    ctx: Context,
    window: Window,
    at: f64,
    /// What the last frame told a screen reader.
    said: Option<egui::accesskit::TreeUpdate>,
}

impl Bench {
    /// Draws a frame after these events; its processor time in milliseconds.
    fn frame(&mut self, events: Vec<Event>) -> f64 {
        self.at += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.at),
            focused: true,
            events,
            ..RawInput::default()
        };
        let before = thread_seconds();
        self.window.logic(&self.ctx);
        let mut output = self.ctx.run_ui(input, |ui| self.window.ui(ui));
        // There is no renderer to take them.
        output.textures_delta.clear();
        let meshes = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        assert!(!meshes.is_empty());
        let time = (thread_seconds() - before) * 1e3;
        self.said = output.platform_output.accesskit_update.take();
        time
    }

    /// The first row of the tree in view.
    fn first_row(&self) -> Option<String> {
        let nodes = &self.said.as_ref()?.nodes;
        let row = nodes.iter().find(|(_, node)| node.role() == egui::accesskit::Role::TreeItem);
        row.and_then(|(_, node)| node.label().map(ToString::to_string))
    }

    /// Draws frames until no job runs and what was asked for is there.
    fn settle(&mut self) {
        let until = Instant::now() + Duration::from_secs(600);
        loop {
            for _ in 0..5 {
                self.frame(Vec::new());
            }
            if self.window.app().jobs().is_empty() && self.window.app().active_document().is_some() {
                break;
            }
            assert!(Instant::now() < until, "a job does not end: {:?}", self.window.app().jobs());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn key(&mut self, key: Key) -> f64 {
        self.key_with(key, Modifiers::NONE)
    }

    fn key_with(&mut self, key: Key, modifiers: Modifiers) -> f64 {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.frame(vec![event(true), event(false)])
    }

    fn click(&mut self, at: Pos2) {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(at)]);
        self.frame(vec![button(true)]);
        self.frame(vec![button(false)]);
        self.settle();
    }

    fn wheel(&mut self, points: f32) -> f64 {
        self.frame(vec![Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, points),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
            source: egui::MouseWheelSource::Unknown,
        }])
    }
}

/// Processor time of this thread so far.
fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn scroll(bench: &mut Bench, frames: usize) -> Vec<f64> {
    bench.frame(vec![Event::PointerMoved(TREE)]);
    (0..frames).map(|_| bench.wheel(-90.0)).collect()
}

fn page(bench: &mut Bench, frames: usize) -> Vec<f64> {
    (0..frames).map(|_| bench.key(Key::PageDown)).collect()
}

fn jump(bench: &mut Bench, frames: usize) -> Vec<f64> {
    (0..frames).map(|i| bench.key(if i % 2 == 0 { Key::End } else { Key::Home })).collect()
}

fn fold(bench: &mut Bench, frames: usize) -> Vec<f64> {
    bench.key(Key::Home);
    bench.settle();
    // Open, shut, one row on.
    let keys = [Key::ArrowRight, Key::ArrowLeft, Key::ArrowDown];
    keys.iter().cycle().take(frames).map(|key| bench.key(*key)).collect()
}

fn typing(bench: &mut Bench, frames: usize) -> Vec<f64> {
    for key in [Key::Home, Key::ArrowRight, Key::ArrowRight, Key::Enter] {
        bench.key(key);
        bench.settle();
    }
    let typed = (0..frames).map(|_| bench.frame(vec![Event::Text("a".into())])).collect();
    assert!(bench.window.app().active_document().unwrap().is_edited(), "nothing was typed");
    bench.key(Key::Escape);
    bench.settle();
    typed
}

fn bytes(bench: &mut Bench, frames: usize) -> Vec<f64> {
    bench.click(BYTES);
    (0..frames).map(|_| bench.key(Key::PageDown)).collect()
}

/// The scrollbar beside the tree, pulled down and up.
fn drag(bench: &mut Bench, frames: usize) -> Vec<f64> {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for x in EDGE.step_by(4) {
        let bar = |y: f32| pos2(f32::from(x), TRACK_TOP + y);
        let before = bench.first_row();
        bench.frame(vec![Event::PointerMoved(bar(0.0))]);
        bench.frame(vec![button(bar(0.0), true)]);
        bench.frame(vec![Event::PointerMoved(bar(150.0))]);
        bench.frame(vec![Event::PointerMoved(bar(200.0))]);
        let is_held = bench.first_row() != before;
        let way = |i: usize| 150.0 - ((i * 7 % 300) as f32 - 150.0).abs();
        let times = match is_held {
            true => (0..frames).map(|i| bench.frame(vec![Event::PointerMoved(bar(way(i)))])).collect(),
            false => Vec::new(),
        };
        bench.frame(vec![button(bar(0.0), false)]);
        bench.settle();
        if is_held {
            return times;
        }
    }
    panic!("no scrollbar is found beside the tree");
}

/// Digits over the name of a file, which go on over what follows it.
fn typing_bytes(bench: &mut Bench, frames: usize) -> Vec<f64> {
    bench.click(BYTES);
    bench.key_with(Key::Home, Modifiers::COMMAND);
    (0..5).for_each(|_| _ = bench.key(Key::ArrowRight));
    bench.settle();
    // Over the sixteen letters of the name, back, and again.
    let typed = (0..frames)
        .map(|i| if i % 32 == 31 { bench.key(Key::Home) } else { bench.frame(vec![Event::Text("6".into())]) });
    let typed = typed.collect();
    assert!(bench.window.app().active_document().unwrap().is_edited(), "nothing was typed");
    bench.settle();
    typed
}

fn main() {
    let frames = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(600);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gigabyte.bin");
    std::fs::write(&path, support::directory(1 << 30)).unwrap();
    let ctx = Context::default();
    ctx.enable_accesskit();
    let window = Window::new(&ctx, vec![path], Some(TYPE.to_owned()));
    let mut bench = Bench { ctx, window, at: 0.0, said: None };
    let begun = Instant::now();
    while bench.window.app().active_document().is_none() {
        bench.frame(Vec::new());
        assert!(begun.elapsed() < Duration::from_secs(60), "the message is not opened");
    }
    println!("1 GiB, {frames} frames each, milliseconds of processor time: median, 95th percentile, worst");
    let show = |name: &str, mut times: Vec<f64>| {
        let median = support::median(&mut times);
        let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).copied().unwrap_or(0.0);
        println!("{name:34} {median:7.2} {:7.2} {:7.2}", at(95), at(100));
    };
    let opening = (0..frames).map(|_| bench.frame(Vec::new())).collect();
    show("while it is indexed and checked", opening);
    bench.settle();
    let cases: [(&str, Case); 8] = [
        ("scrolling by wheel", scroll),
        ("dragging the scrollbar", drag),
        ("page down", page),
        ("to the end and back", jump),
        ("unfolding and folding", fold),
        ("typing in a field", typing),
        ("page down through the bytes", bytes),
        ("typing among the bytes", typing_bytes),
    ];
    for (name, case) in cases {
        let times = case(&mut bench, frames);
        show(name, times);
        bench.settle();
    }
}
