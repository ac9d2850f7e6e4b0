//! A source that tells how far reading has come and lets it be stopped: once stopped, all further bytes are absent,
//! which ends whatever reads them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::wire::{Answer, Source};

/// Sources in memory up to this size are read at once and not watched.
const UNWATCHED: u64 = 4 << 20;

/// A wish to stop, shared with the work that looks at it.
#[derive(Clone, Debug, Default)]
pub(super) struct Token(Arc<AtomicBool>);

impl Token {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type OnRead = Box<dyn FnMut(u64) + Send>;

/// A source under watch.
pub(super) struct Watched {
    source: Arc<dyn Source>,
    token: Token,
    furthest: AtomicU64,
    on_read: Mutex<Option<OnRead>>,
}

impl Watched {
    pub fn new(source: Arc<dyn Source>, token: Token) -> Self {
        Self { source, token, furthest: AtomicU64::new(0), on_read: Mutex::new(None) }
    }

    /// Has `on` told the furthest offset read, with every read.
    pub fn on_read(self, on: impl FnMut(u64) + Send + 'static) -> Self {
        Self { on_read: Mutex::new(Some(Box::new(on))), ..self }
    }
}

impl Source for Watched {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        if self.token.is_stopped() {
            return Answer::Absent;
        }
        let end = offset.saturating_add(into.len() as u64);
        let furthest = self.furthest.fetch_max(end, Ordering::Relaxed).max(end);
        if let Ok(mut on_read) = self.on_read.lock()
            && let Some(on_read) = on_read.as_mut()
        {
            on_read(furthest);
        }
        self.source.read(offset, into)
    }

    fn as_slice(&self) -> Option<&[u8]> {
        self.source.as_slice().filter(|it| it.len() as u64 <= UNWATCHED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stopped_reads_no_more() {
        let token = Token::default();
        let (sender, receiver) = std::sync::mpsc::channel();
        let watched = Watched::new(Arc::new(vec![7; 10]), token.clone()).on_read(move |at| sender.send(at).unwrap());
        let mut into = [0; 4];
        assert_eq!(watched.read(2, &mut into), Answer::Bytes);
        assert_eq!((into, receiver.try_recv()), ([7; 4], Ok(6)));
        token.stop();
        assert_eq!(watched.read(2, &mut into), Answer::Absent);
    }
}
