//! The window: draws `&App`, sends Commands. Names jobs here alone, and nothing of the command line.
//!
//! A frame: [`Window::logic`] takes in what the outside says, runs the commands that panes pushed, and hands effects
//! to jobs; [`frame`] then draws each pane from `&App`, and panes push commands. Nothing here waits.

mod about;
mod arrivals;
mod below;
mod centre;
mod cx;
mod dialogs;
mod documents;
mod empty;
mod find;
mod focus;
pub mod fonts;
mod frame;
mod help;
pub mod hex;
mod history;
pub mod inspector;
mod keys;
mod menu;
mod menu_items;
mod meter;
mod new_message;
mod notices;
mod palette;
mod path_bar;
mod path_entry;
mod path_field;
mod pickers;
mod readings;
mod recovery;
mod settings;
mod side;
mod status;
mod stops;
mod tabs;
mod template;
pub mod theme;
pub mod tree;
pub mod virtual_rows;
mod welcome;
pub mod widgets;
mod words;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, IconData, ThemePreference, Ui, ViewportBuilder, ViewportCommand};

use crate::app::{App, Begin, Command, Effect, Event, FileCommand, NewCommand, WindowEffect};
use crate::jobs::{self, Folders, Instance, Jobs};
use arrivals::Clipboard;
use cx::Cx;
use frame::View;
use theme::size;

const ICON: &[u8] = include_bytes!("../../assets/icons/wirebench-256.png");

/// The window, over the program and what carries its effects out.
pub struct Window {
    app: App,
    jobs: Jobs,
    /// What panes asked in the last frame.
    commands: Vec<Command>,
    view: View,
    /// What the context was last told, to tell it changes alone.
    told: Told,
    clipboard: Clipboard,
    /// True once the program agreed to end.
    is_ending: bool,
}

/// Which colours a context was given.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Look {
    is_dark: bool,
    is_high_contrast: bool,
}

#[derive(Default)]
struct Told {
    title: String,
    look: Option<Look>,
    zoom: u16,
    /// What the program was told of the system's colours.
    system_theme: Option<egui::Theme>,
    /// True while the window has the focus.
    is_focused: bool,
}

/// What a window starts with.
#[derive(Debug, Default)]
pub struct Start {
    /// Opened first, one tab each.
    pub files: Vec<PathBuf>,
    /// The type to read them as.
    pub type_name: Option<String>,
    /// What to begin with beside that.
    pub begin: Option<Begin>,
    /// Where things are remembered; with `None` nothing is.
    pub folders: Option<Folders>,
    /// What later starts of the program hand their files to.
    pub instance: Option<Instance>,
}

impl Window {
    /// A window that remembers nothing; it opens `files` first, each read as `type_name` where one is given.
    pub fn new(ctx: &Context, files: Vec<PathBuf>, type_name: Option<String>) -> Self {
        Self::start_with(ctx, Start { files, type_name, ..Start::default() })
    }

    /// A window.
    pub fn start_with(ctx: &Context, start: Start) -> Self {
        let Start { files, type_name, begin, folders, instance } = start;
        theme::install(ctx);
        // Our own commands zoom.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let waker = ctx.clone();
        let mut jobs = Jobs::new(Arc::new(move || waker.request_repaint()));
        let places = folders.as_ref().map(places).unwrap_or_default();
        let mut kept = folders.map(|it| jobs.keep_in(it)).unwrap_or_default();
        kept.push(Event::Started { has_files: !files.is_empty() });
        if let Some(instance) = instance {
            jobs.listen(instance);
        }
        let open = |path| Command::File(FileCommand::OpenFile { path, type_name: type_name.clone() });
        let mut window = Self {
            app: App::new(),
            jobs,
            commands: files.into_iter().map(open).collect(),
            view: View::default(),
            told: Told::default(),
            clipboard: Clipboard::default(),
            is_ending: false,
        };
        window.commands.extend(begin.map(|it| match it {
            Begin::Open => FileCommand::Open.into(),
            Begin::NewMessage => NewCommand::ShowNewMessage.into(),
        }));
        window.view.dialogs.about.places = places;
        // Before the first frame: it has the colours and places that were left.
        for event in kept {
            let effects = window.app.handle(event);
            window.start(ctx, effects);
        }
        window
    }

    /// The program, to be looked at by tests.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Asks for something as a pane would.
    pub fn ask(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    fn start(&mut self, ctx: &Context, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Window(effect) => self.carry_out(ctx, effect),
                effect @ (Effect::File(_) | Effect::Work(_) | Effect::Keep(_) | Effect::Stop(_)) => {
                    self.jobs.start(effect)
                }
            }
        }
    }

    /// Carries out what is the window's own.
    fn carry_out(&mut self, ctx: &Context, effect: WindowEffect) {
        match effect {
            WindowEffect::Copy(text) => ctx.copy_text(text),
            WindowEffect::Raise => raise(ctx),
            WindowEffect::ReadClipboard => self.clipboard.ask(ctx),
            WindowEffect::Quit => {
                self.is_ending = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Closing asks the program first: it may have something to save.
    fn close_requests(&mut self, ctx: &Context) {
        if ctx.input(|input| input.viewport().close_requested()) && !self.is_ending {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.commands.push(Command::File(FileCommand::Quit));
        }
    }

    fn tell(&mut self, ctx: &Context) {
        let title = self.app.window_title();
        if self.told.title != title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.told.title = title;
        }
        let settings = self.app.settings();
        let look = Look { is_dark: self.app.is_dark(), is_high_contrast: settings.theme.is_high_contrast() };
        if self.told.look != Some(look) {
            self.told.look = Some(look);
            theme::set_contrast(ctx, look.is_high_contrast);
            ctx.set_theme(if look.is_dark { ThemePreference::Dark } else { ThemePreference::Light });
        }
        if self.told.zoom != settings.zoom {
            self.told.zoom = settings.zoom;
            ctx.set_zoom_factor(f32::from(settings.zoom) / 100.0);
        }
    }

    /// What comes before drawing: events, commands, effects.
    pub fn logic(&mut self, ctx: &Context) {
        self.close_requests(ctx);
        let system_theme = ctx.system_theme();
        if self.told.system_theme != system_theme {
            self.told.system_theme = system_theme;
            let is_dark = system_theme != Some(egui::Theme::Light);
            let effects = self.app.handle(Event::SystemTheme { is_dark });
            self.start(ctx, effects);
        }
        let is_focused = ctx.input(|input| input.viewport().focused == Some(true));
        if std::mem::replace(&mut self.told.is_focused, is_focused) != is_focused && is_focused {
            let effects = self.app.handle(Event::Focused);
            self.start(ctx, effects);
        }
        if let Some(text) = self.clipboard.take(ctx) {
            let effects = self.app.handle(Event::Clipboard(text));
            self.start(ctx, effects);
        }
        let dropped = arrivals::dropped(ctx);
        self.commands
            .extend(dropped.into_iter().map(|path| Command::File(FileCommand::OpenFile { path, type_name: None })));
        for event in self.jobs.drain() {
            let effects = self.app.handle(event);
            self.start(ctx, effects);
        }
        for command in std::mem::take(&mut self.commands) {
            let effects = self.app.update(command);
            self.start(ctx, effects);
        }
        self.tell(ctx);
    }

    /// Draws a frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        let mut cx = Cx::new(&self.app, &mut self.commands);
        frame::frame_ui(ui, &mut cx, &mut self.view);
        let effects = self.app.after_frame();
        self.start(ui.ctx(), effects);
        if !self.commands.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}

/// Where what is kept is, for a person to read.
fn places(folders: &Folders) -> Vec<(&'static str, String)> {
    vec![("Settings", words::path(&folders.settings)), ("State", words::path(&folders.state))]
}

/// Brings the window to the front; where the desktop does not let it, its button asks for attention.
fn raise(ctx: &Context) {
    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
    ctx.send_viewport_cmd(ViewportCommand::Focus);
    ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(egui::UserAttentionType::Informational));
}

impl eframe::App for Window {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        Self::logic(self, ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        Self::ui(self, ui);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Why there is no window.
#[derive(Debug)]
pub struct WindowError {
    cause: &'static str,
    remedy: &'static str,
    /// What the platform said.
    said: String,
}

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the window cannot be opened, {}: {} ({})", self.cause, self.remedy, self.said)
    }
}

impl std::error::Error for WindowError {}

impl From<eframe::Error> for WindowError {
    fn from(error: eframe::Error) -> Self {
        let (cause, remedy) = match &error {
            eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_) => (
                "no OpenGL driver answers",
                "install one, on Debian libgl1-mesa-dri, or use the subcommands, which need none",
            ),
            eframe::Error::AppCreation(_) | eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
                ("no display answers", "start it in a desktop session, or use the subcommands, which need none")
            }
        };
        // What comes before the last colon names files of the platform's own sources.
        let said = error.to_string();
        let said = said.lines().next().unwrap_or_default();
        let said = said.rsplit(": ").next().unwrap_or(said).trim_end_matches('.').to_owned();
        Self { cause, remedy, said }
    }
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// There is no display or no OpenGL.
pub fn run(start: Start) -> Result<(), WindowError> {
    let mut viewport = ViewportBuilder::default()
        .with_title("wirebench")
        .with_app_id("wirebench")
        .with_inner_size(size::WINDOW)
        .with_min_inner_size(size::LEAST_WINDOW);
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        let icon: IconData = icon;
        viewport = viewport.with_icon(icon);
    }
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persist_window: false,
        // Ours never keeps a frame waiting.
        system_font_fallback: false,
        ..eframe::NativeOptions::default()
    };
    let create = |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let ctx = cc.egui_ctx.clone();
        jobs::aside("fonts", move || fonts::add_system_fonts(&ctx));
        let window = Window::start_with(&cc.egui_ctx, start);
        window.jobs.follow_colours();
        Ok(Box::new(window))
    };
    Ok(eframe::run_native("wirebench", options, Box::new(create))?)
}
