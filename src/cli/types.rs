//! The type that a message is read as: named, or guessed.

use super::failure::Failure;
use super::input::Input;
use super::notes::Notes;
use crate::schema::{Lens, Pool, guess};

/// The lens of the type that a name means.
pub fn named(pool: &Pool, name: &str) -> Result<Lens, Failure> {
    let ty = pool.find(name).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(Lens::new(pool.clone(), Some(ty)))
}

/// The lens of the type named; without a name that of the type that stands out, which is said; else one without a
/// type.
pub fn lens(input: &Input, name: Option<&str>, notes: &Notes) -> Result<Lens, Failure> {
    let pool = Pool::bundled();
    if let Some(name) = name {
        return named(&pool, name);
    }
    if input.document.is_empty() || input.compression().is_some() {
        return Ok(Lens::without_type(pool));
    }
    let candidates = guess::guess(&input.document, &pool);
    let Some(best) = guess::standing_out(&candidates) else {
        let note = "no type stands out, fields go by number: name one with -t, `wirebench guess` lists what fits";
        notes.note(&input.name, note);
        return Ok(Lens::without_type(pool));
    };
    let (name, score) = (best.ty.full_name(), best.score);
    notes.note(&input.name, &format!("read as {name}, guessed with a score of {score:.3}: name another type with -t"));
    Ok(Lens::new(pool, Some(best.ty.clone())))
}
