//! A window under test, with the folder that its files stand in.

use std::ops::{Deref, DerefMut};

use egui_kittest::Harness;
use wirebench::ui::Window;

use super::program::Folder;

/// A window on files that are there as long as it is: it watches them.
pub struct Bench {
    window: Harness<'static, Window>,
    _folder: Folder,
}

impl Bench {
    pub fn new(window: Harness<'static, Window>, folder: Folder) -> Self {
        Self { window, _folder: folder }
    }
}

impl Deref for Bench {
    type Target = Harness<'static, Window>;

    fn deref(&self) -> &Self::Target {
        &self.window
    }
}

impl DerefMut for Bench {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.window
    }
}
