//! `desktop`: installed into a home of a test's own, by the program as it was built.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Stdio;

use super::program::{Folder, Ran, command};

fn run(home: &Folder, args: &[&str]) -> Ran {
    let output = command()
        .arg("desktop")
        .args(args)
        .env("HOME", home.path("home"))
        .env("XDG_DATA_HOME", home.path("home/data"))
        .env("XDG_CONFIG_HOME", home.path("home/config"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Ran { code: output.status.code(), out: output.stdout, err: String::from_utf8(output.stderr).unwrap() }
}

fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        found.push(path.display().to_string());
        if path.is_dir() {
            found.extend(files(&path));
        }
    }
    found.sort();
    found
}

#[test]
fn install_status_and_uninstall_go_round() {
    let home = Folder::new();
    std::fs::create_dir_all(home.path("home/config")).unwrap();
    let list = "[Default Applications]\napplication/octet-stream=other.desktop\n";
    home.file("home/config/mimeapps.list", list.as_bytes());
    let before = files(&home.path("home"));

    assert!(run(&home, &["status"]).expect_code(0).text().starts_with("not installed\n"));
    run(&home, &["install", "--default-bin"]).expect_code(0);
    let status = run(&home, &["status"]).expect_code(0).text();
    let program = env!("CARGO_BIN_EXE_wirebench");
    assert_eq!(status, format!("installed for {program}\nopens .bin files by default\n"));
    let json: serde_json::Value =
        serde_json::from_slice(&run(&home, &["status", "--json"]).expect_code(0).out).unwrap();
    assert_eq!((&json["installed"], &json["stale"], &json["program"]), (&true.into(), &false.into(), &program.into()));
    let entry = std::fs::read_to_string(home.path("home/data/applications/wirebench.desktop")).unwrap();
    assert!(entry.lines().any(|it| it.starts_with("Exec=") && it.ends_with("%F")), "{entry}");
    assert!(entry.lines().any(|it| it.starts_with("MimeType=") && it.contains("application/octet-stream")), "{entry}");
    run(&home, &["install"]).expect_code(0);
    assert!(run(&home, &["status"]).text().contains("opens .bin files by default"), "once default it stays so");

    run(&home, &["uninstall"]).expect_code(0);
    assert_eq!(files(&home.path("home")), before);
    assert_eq!(std::fs::read_to_string(home.path("home/config/mimeapps.list")).unwrap(), list);
    run(&home, &["uninstall"]).expect_code(0);
}

#[test]
fn an_entry_of_somebody_else_is_refused_in_a_line() {
    let home = Folder::new();
    std::fs::create_dir_all(home.path("home/data/applications")).unwrap();
    let entry = home.file("home/data/applications/wirebench.desktop", b"[Desktop Entry]\nName=mine\n");
    let before = files(&home.path("home"));
    let ran = run(&home, &["install"]).expect_code(2).expect_one_line();
    assert!(ran.err.contains(&entry.display().to_string()), "{}", ran.err);
    run(&home, &["uninstall"]).expect_code(0);
    assert_eq!(files(&home.path("home")), before);
}

#[test]
fn what_stale_means_is_an_exit_code() {
    let home = Folder::new();
    run(&home, &["install"]).expect_code(0);
    std::fs::remove_file(home.path("home/data/icons/hicolor/16x16/apps/wirebench.png")).unwrap();
    let ran = run(&home, &["status"]).expect_code(1);
    assert!(ran.text().contains("16x16"), "{}", ran.text());
    run(&home, &["nonsense"]).expect_code(2).expect_one_line();
}

/// A window that runs, as another start meets it: it takes what it is handed, whatever that is.
#[test]
fn what_is_handed_over_and_cannot_be_opened_is_said_by_the_code() {
    let run = Folder::new();
    let place = run.join("wirebench");
    std::fs::DirBuilder::new().mode(0o700).create(&place).unwrap();
    let lock = File::create(place.join("window-_77.lock")).unwrap();
    lock.lock().unwrap();
    let listener = UnixListener::bind(place.join("window-_77.socket")).unwrap();
    let taking = std::thread::spawn(move || {
        for _ in 0..3 {
            let (mut stream, _) = listener.accept().unwrap();
            stream.read_to_end(&mut Vec::new()).unwrap();
            stream.write_all(b"taken\n").unwrap();
        }
    });
    let start = |args: &[&str]| {
        let mut command = command();
        command.args(args).current_dir(&*run).env("XDG_RUNTIME_DIR", &*run).env("DISPLAY", ":77");
        let output = command.env_remove("WAYLAND_DISPLAY").stdin(Stdio::null()).output().unwrap();
        Ran { code: output.status.code(), out: output.stdout, err: String::from_utf8(output.stderr).unwrap() }
    };
    run.file("a.bin", &[8, 1]);
    assert_eq!(start(&["a.bin"]).expect_code(0).err, "wirebench: a.bin: was handed to the window that runs\n");
    assert_eq!(start(&["--new"]).expect_code(0).err, "");
    let ran = start(&["-q", "a.bin", "none.bin"]).expect_code(3);
    assert_eq!(ran.err, "wirebench: none.bin: no such file: check the path\n");
    taking.join().unwrap();
}
