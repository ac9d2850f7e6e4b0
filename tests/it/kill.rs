//! The program killed at random moments while edits and saves go on: no accepted edit older than two seconds is lost,
//! no file is half-written, and the next start knows what is saved.
//!
//! The one that is killed is this test binary itself, run again with nothing but [`the_one_that_is_killed`] to do: the
//! program and its jobs without a window. It tells each edit when it was accepted.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use wirebench::app::journal::Standing;
use wirebench::app::{App, Command, EditCommand, Effect, Event, FileCommand, SessionCommand};
use wirebench::jobs::{Folders, Jobs};
use wirebench::wire::{Address, Step};

const KILLS: u64 = 100;
/// So many folders are worked in at once.
const BESIDE: u64 = 8;
/// What may be lost of what was accepted.
const LOST: u64 = 2000;
const FOLDER: &str = "WIREBENCH_KILL_FOLDER";
const SEED: &str = "WIREBENCH_KILL_SEED";
const FILE: &str = "file.bin";

/// The text of an edit: none is the beginning of another, and all that belongs to it follows from its number.
fn text(n: u64) -> String {
    let filler = "abcdefghijklmnopqrstuvwxyz0123456789".chars().cycle().skip(n as usize % 36);
    let len = n.wrapping_mul(7919) as usize % 5000;
    format!("{n}:{}.", filler.take(len).collect::<String>())
}

fn bytes(n: u64) -> Vec<u8> {
    let text = text(n);
    let mut bytes = vec![0x0a];
    wirebench::wire::varint::push(text.len() as u64, &mut bytes);
    bytes.extend(text.as_bytes());
    bytes
}

/// The edit that made these bytes; fails where they are not whole.
fn number(of: &[u8]) -> u64 {
    let digits: Vec<u8> =
        of.iter().copied().skip_while(|it| !it.is_ascii_digit()).take_while(u8::is_ascii_digit).collect();
    // The length before the text may be a digit itself.
    let all = String::from_utf8(digits).unwrap();
    let found = (0..all.len()).filter_map(|at| all[at..].parse().ok()).find(|n| bytes(*n) == of);
    found.unwrap_or_else(|| unreachable!("half a file: {:?}", &of[..of.len().min(40)]))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// The program and its jobs, without a window.
pub struct Running {
    pub app: App,
    jobs: Jobs,
    woken: Receiver<()>,
    has_looked: bool,
}

impl Running {
    /// Starts it, and waits until it knows what was left.
    pub fn start(folder: &Path) -> Self {
        let (sender, woken) = channel();
        let mut jobs = Jobs::new(Arc::new(move || _ = sender.send(())));
        let kept = jobs.keep_in(Folders { settings: folder.join("config"), state: folder.join("state") });
        let mut running = Self { app: App::new(), jobs, woken, has_looked: false };
        kept.into_iter().for_each(|event| running.tell(event));
        running.until(|it| it.has_looked);
        running
    }

    fn begin(&mut self, effects: Vec<Effect>) {
        effects.into_iter().for_each(|effect| self.jobs.start(effect));
    }

    pub fn ask(&mut self, command: impl Into<Command>) {
        let effects = self.app.update(command);
        self.begin(effects);
    }

    fn tell(&mut self, event: Event) {
        self.has_looked |= matches!(event, Event::JournalsLeft(_));
        let effects = self.app.handle(event);
        self.begin(effects);
    }

    fn frame(&mut self) {
        self.jobs.drain().into_iter().for_each(|event| self.tell(event));
        let effects = self.app.after_frame();
        self.begin(effects);
    }

    pub fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        loop {
            self.frame();
            if holds(self) {
                return;
            }
            let woken = self.woken.recv_timeout(Duration::from_secs(60));
            assert!(woken.is_ok(), "nothing more happens: {:?} {:?}", self.app.jobs(), self.app.notices());
        }
    }

    /// Recovers what was left; without that, opens the file.
    fn open(&mut self, folder: &Path) {
        match self.app.left() {
            [] => self.ask(FileCommand::OpenFile { path: folder.join(FILE), type_name: None }),
            [left] => {
                assert_eq!(left.standing, Standing::AsItWas);
                self.ask(SessionCommand::Recover(None));
            }
            left => unreachable!("one document has several journals: {left:?}"),
        }
        self.until(|it| it.app.active_document().is_some());
    }

    fn number(&self) -> u64 {
        number(&self.app.active_document().unwrap().snapshot().to_vec().unwrap())
    }
}

/// Edits and saves until it is killed. It does nothing where it is run as a test.
#[test]
fn the_one_that_is_killed() {
    let (Some(folder), Ok(seed)) = (std::env::var_os(FOLDER), std::env::var(SEED)) else { return };
    let folder = Path::new(&folder);
    let seed = seed.parse().unwrap();
    let (mut random, saves) = (Random(seed), saves(seed));
    let mut running = Running::start(folder);
    running.open(folder);
    let mut n = running.number();
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        n += 1;
        let address = Address::from(vec![Step { row: 0, at: 0 }]);
        running.ask(EditCommand::SetPayload { address, bytes: text(n).into_bytes() });
        assert_eq!(running.number(), n, "{:?}", running.app.notices());
        if writeln!(std::io::stdout(), "\nedit {n} {}", now()).is_err() {
            return;
        }
        match random.below(12) {
            0 if saves => running.ask(FileCommand::Save),
            1 => {
                running.ask(EditCommand::Undo);
                running.ask(EditCommand::Redo);
            }
            _ => {}
        }
        // As fast as a person with a script may be.
        let next = Instant::now() + Duration::from_millis(3 + random.below(20));
        while running.woken.recv_timeout(next.saturating_duration_since(Instant::now())).is_ok() {
            running.frame();
        }
        running.frame();
        let notices = running.app.notices();
        assert!(notices.is_empty() && running.app.question().is_none(), "{notices:?}");
    }
}

/// With some seeds nothing is saved: what was edited is in the journal alone.
fn saves(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Runs it, kills it, and gives the last edit that must not be lost, and the last one told.
fn kill(folder: &Path, seed: u64, life: Duration) -> (u64, u64) {
    let mut child = Process::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::the_one_that_is_killed", "--nocapture"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, lines) = channel();
    let (out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reading = std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let words: Vec<u64> = line.strip_prefix("edit ").unwrap_or("").split(' ').flat_map(str::parse).collect();
            if let [n, at] = words[..] {
                _ = sender.send((n, at));
            }
        }
    });
    let complaining = std::thread::spawn(move || {
        let mut said = String::new();
        _ = err.read_to_string(&mut said);
        said
    });
    let mut edits: Vec<(u64, u64)> = lines.recv().into_iter().collect();
    let until = Instant::now() + life;
    while let Ok(edit) = lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
        edits.push(edit);
        if Instant::now() >= until {
            break;
        }
    }
    let killed = now();
    child.kill().unwrap();
    child.wait().unwrap();
    reading.join().unwrap();
    let said = complaining.join().unwrap();
    assert!(!said.contains("panicked") && !edits.is_empty(), "{said}");
    edits.extend(lines.try_iter());
    let safe = edits.iter().filter(|(_, at)| at + LOST < killed).map(|(n, _)| *n).max();
    (safe.unwrap_or(0), edits.iter().map(|(n, _)| *n).max().unwrap_or(0))
}

/// Waits until nobody holds a journal: a process that another test starts has a copy of every lock of this one until it
/// runs its own program.
fn until_let_go(folder: &Path) {
    let until = Instant::now() + Duration::from_secs(60);
    for entry in std::fs::read_dir(folder.join("state/journals")).into_iter().flatten().flatten() {
        while std::fs::File::open(entry.path()).is_ok_and(|it| it.try_lock().is_err()) {
            assert!(Instant::now() < until, "{} is held", entry.path().display());
            std::thread::yield_now();
        }
    }
}

/// Kills again and again in one folder; gives how often something was recovered.
fn rounds(seed: u64, kills: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join(FILE), bytes(1)).unwrap();
    let mut random = Random(seed);
    let mut recovered = 0;
    let mut before = 1;
    for round in 0..kills {
        // Most soon, while its first journal and its first save are written; some so late that the rule holds, and of
        // those no save holds what the journal lost.
        let is_late = round % 4 == 3;
        let life = if is_late { LOST + 200 + random.below(600) } else { random.below(300) };
        let seed = 2 * random.below(1 << 30) + u64::from(is_late);
        assert_eq!(saves(seed), !is_late);
        let (safe, last) = kill(folder, seed, Duration::from_millis(life));
        let on_disk = number(&std::fs::read(folder.join(FILE)).unwrap());
        let mut next = Running::start(folder);
        recovered += next.app.left().len() as u64;
        next.open(folder);
        let found = next.number();
        assert!(found >= safe.max(before).max(on_disk), "{found} of {last}, {safe} is older than two seconds");
        // One more may have been accepted than was told.
        assert!(found <= last + 1, "{found} was never made, {last} was the last");
        before = found;
        drop(next);
        until_let_go(folder);
    }
    recovered
}

#[test]
fn a_hundred_kills_lose_no_edit_older_than_two_seconds() {
    let share = |i: u64| KILLS / BESIDE + u64::from(i < KILLS % BESIDE);
    // One that fails waits for the others: what they made goes with them.
    let recovered: u64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..BESIDE).map(|i| scope.spawn(move || rounds(i + 1, share(i)))).collect();
        threads.into_iter().map(|it| it.join().unwrap()).sum()
    });
    assert!(recovered > KILLS / 4, "only {recovered} had something to recover");
}
