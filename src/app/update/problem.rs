//! Going to what is odd: from one problem to the next, and from a record to its problems in the list.

use super::super::{App, Bottom, Effect, Finding, OpenDocument, Pick, ProblemCommand};
use super::{view, wait};
use crate::wire::{Address, Kind};

/// Does what is asked of the problems.
pub(super) fn command(app: &mut App, command: ProblemCommand) -> Vec<Effect> {
    match command {
        ProblemCommand::NextProblem => step(app, Way::Forth),
        ProblemCommand::PreviousProblem => step(app, Way::Back),
        ProblemCommand::ShowProblem(at) => show(app, at),
        ProblemCommand::ShowProblemsOf(address) => show_of(app, &address),
    }
}

/// Which problem is gone to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forth,
    Back,
}

/// Goes to the problem behind the selection or before it, round the end.
pub(super) fn step(app: &mut App, way: Way) -> Vec<Effect> {
    let Some(document) = app.active_document() else { return Vec::new() };
    match next(document, way) {
        Some(at) => show(app, at),
        None => Vec::new(),
    }
}

fn next(document: &OpenDocument, way: Way) -> Option<usize> {
    let list = &document.problems.found.list;
    let here = document.tab.selection.as_ref().map(|it| it.bytes.start);
    // Several problems of one record are gone through one by one.
    let shown = document.shown_problem.filter(|it| list.get(*it).is_some_and(|it| Some(it.problem.offset) == here));
    let places = || list.iter().enumerate().map(|(at, it)| (it.problem.offset, at));
    let found = match (way, here) {
        (Way::Forth, Some(here)) => places().filter(|it| is_behind(*it, here, shown)).min(),
        (Way::Back, Some(here)) => places().filter(|it| *it < (here, shown.unwrap_or(0))).max(),
        (Way::Forth | Way::Back, None) => None,
    };
    let round = || if way == Way::Forth { places().min() } else { places().max() };
    found.or_else(round).map(|(_, at)| at)
}

fn is_behind((offset, at): (u64, usize), here: u64, shown: Option<usize>) -> bool {
    offset > here || (offset == here && shown.is_some_and(|shown| at > shown))
}

/// Selects the record of a problem.
pub(super) fn show(app: &mut App, at: usize) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let Some(finding) = document.problems.found.list.get(at) else { return Vec::new() };
    let pick = pick_of(document, finding);
    document.shown_problem = Some(at);
    view::select(app, pick)
}

fn pick_of(document: &OpenDocument, finding: &Finding) -> Pick {
    let offset = finding.problem.offset;
    let is_of_message = finding.problem.kind == Kind::MissingRequired;
    let is_there = !document.problems.is_stale && offset < document.snapshot.len() && !is_of_message;
    if is_there { Pick::Byte(offset) } else { Pick::Path(finding.path.clone()) }
}

/// Shows the list of problems, the first one of a record selected in it.
pub(super) fn show_of(app: &mut App, address: &Address) -> Vec<Effect> {
    view::show_bottom(app, Bottom::Problems);
    let Some(document) = app.active_mut() else { return Vec::new() };
    match document.view().locate(address) {
        Err(_) => return wait(document, ProblemCommand::ShowProblemsOf(address.clone())),
        Ok(None) => return Vec::new(),
        Ok(Some(located)) => {
            let list = &document.problems.found.list;
            let at = list.iter().position(|it| it.problem.offset == located.child.start);
            document.shown_problem = at.or(document.shown_problem);
        }
    }
    view::select(app, Pick::Record(address.clone()))
}
