//! Counts what each thread allocates, so that tests can state bounds on memory and hold exactly.
#![expect(unsafe_code, reason = "an allocator cannot be written without; it only counts and hands on to the system's")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

fn count(new: usize, old: usize) {
    let _ = ALLOCATED.try_with(|it| it.set(it.get() + new.saturating_sub(old) as u64));
    let live = LIVE.try_with(|it| {
        it.set(it.get() + new as i64 - old as i64);
        it.get()
    });
    let _ = PEAK.try_with(|it| it.set(it.get().max(live.unwrap_or(0))));
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// What a thread allocated while it did something.
#[derive(Clone, Copy, Debug)]
pub struct Allocated {
    /// Bytes in all, also those given back.
    pub in_all: u64,
    /// The most bytes held at one time, beyond those held before.
    pub peak: u64,
    /// Bytes still held.
    pub live: i64,
}

/// Does something and tells what this thread allocated for it.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, Allocated) {
    let (allocated, live) = (ALLOCATED.get(), LIVE.get());
    PEAK.set(live);
    let done = work();
    let now = Allocated {
        in_all: ALLOCATED.get() - allocated,
        peak: u64::try_from(PEAK.get() - live).unwrap_or(0),
        live: LIVE.get() - live,
    };
    (done, now)
}
