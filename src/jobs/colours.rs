//! Whether the system's colours are dark: asked of the desktop portal, and followed. Of windows alone Linux tells it to
//! nobody.

use zbus::export::ordered_stream::OrderedStreamExt;
use zbus::zvariant::{OwnedValue, Value};
use zbus::{Connection, Proxy};

use super::reports::Reports;
use crate::app::Event;

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const OBJECT: &str = "/org/freedesktop/portal/desktop";
const SETTINGS: &str = "org.freedesktop.portal.Settings";
const APPEARANCE: &str = "org.freedesktop.appearance";
const SCHEME: &str = "color-scheme";

/// Tells the colours now and whenever they change, on a thread of its own. Tells nothing where no portal answers.
pub(super) fn follow(reports: Reports) {
    super::aside("colours", move || {
        let tell = |is_dark| reports.tell(Event::SystemTheme { is_dark });
        _ = zbus::block_on(async { listen(&Connection::session().await?, tell).await });
    });
}

/// Tells until the bus goes.
async fn listen(bus: &Connection, tell: impl Fn(bool)) -> zbus::Result<()> {
    let portal = Proxy::new(bus, PORTAL, OBJECT, SETTINGS).await?;
    let mut changes = portal.receive_signal_with_args("SettingChanged", &[(0, APPEARANCE), (1, SCHEME)]).await?;
    // Older portals know `Read` alone.
    let reply = match portal.call_method("ReadOne", &(APPEARANCE, SCHEME)).await {
        Ok(reply) => reply,
        Err(_) => portal.call_method("Read", &(APPEARANCE, SCHEME)).await?,
    };
    let value: OwnedValue = reply.body().deserialize()?;
    if let Some(is_dark) = is_dark(&value) {
        tell(is_dark);
    }
    while let Some(change) = changes.next().await {
        let body = change.body();
        let (_, _, value): (String, String, OwnedValue) = body.deserialize()?;
        if let Some(is_dark) = is_dark(&value) {
            tell(is_dark);
        }
    }
    Ok(())
}

/// What a value of the setting says: 1 asks for dark, 2 for light, 0 for neither, which is light everywhere else.
fn is_dark(value: &Value<'_>) -> Option<bool> {
    match value {
        Value::U32(scheme) => Some(*scheme == 1),
        // `Read` wraps the value once more.
        Value::Value(inner) => match inner.as_ref() {
            Value::U32(scheme) => Some(*scheme == 1),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A portal that says what it is told to.
    struct Portal;

    #[zbus::interface(name = "org.freedesktop.portal.Settings")]
    impl Portal {
        async fn read(&self, namespace: &str, key: &str) -> OwnedValue {
            assert_eq!((namespace, key), (APPEARANCE, SCHEME));
            OwnedValue::try_from(Value::Value(Box::new(Value::U32(2)))).unwrap()
        }

        #[zbus(signal)]
        async fn setting_changed(
            emitter: &zbus::object_server::SignalEmitter<'_>,
            namespace: &str,
            key: &str,
            value: Value<'_>,
        ) -> zbus::Result<()>;
    }

    /// A bus of our own; `None` where the machine has none.
    fn bus() -> Option<(std::process::Child, String)> {
        use std::io::BufRead;
        let mut daemon = std::process::Command::new("dbus-daemon");
        daemon.args(["--session", "--nofork", "--print-address=1"]).stdout(std::process::Stdio::piped());
        let mut child = daemon.spawn().ok()?;
        let mut address = String::new();
        std::io::BufReader::new(child.stdout.take()?).read_line(&mut address).ok()?;
        Some((child, address.trim().to_owned()))
    }

    #[test]
    fn an_old_portal_is_asked_and_its_changes_are_told() {
        let Some((mut daemon, address)) = bus() else { return };
        let connect = || zbus::conn::Builder::address(address.as_str()).unwrap();
        let (told, heard) = std::sync::mpsc::channel();
        zbus::block_on(async {
            let portal = connect().name(PORTAL).unwrap().serve_at(OBJECT, Portal).unwrap().build().await.unwrap();
            let client = connect().build().await.unwrap();
            std::thread::spawn(move || zbus::block_on(listen(&client, |is_dark| told.send(is_dark).unwrap())));
            assert!(!heard.recv().unwrap(), "light, as the portal says");
            let portal = portal.object_server().interface::<_, Portal>(OBJECT).await.unwrap();
            let emitter = portal.signal_emitter();
            Portal::setting_changed(emitter, "org.other", SCHEME, Value::U32(2)).await.unwrap();
            Portal::setting_changed(emitter, APPEARANCE, SCHEME, Value::U32(1)).await.unwrap();
            assert!(heard.recv().unwrap(), "dark, as it was changed to");
        });
        daemon.kill().unwrap();
        daemon.wait().unwrap();
    }

    #[test]
    fn a_scheme_is_read_however_it_is_wrapped() {
        let wrapped = |scheme: u32| Value::Value(Box::new(Value::U32(scheme)));
        assert_eq!(is_dark(&Value::U32(1)), Some(true));
        assert_eq!(is_dark(&Value::U32(2)), Some(false));
        assert_eq!(is_dark(&wrapped(1)), Some(true));
        assert_eq!(is_dark(&wrapped(0)), Some(false));
        assert_eq!(is_dark(&Value::from("dark")), None);
    }
}
