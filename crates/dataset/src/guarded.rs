//! Panics of other crates as errors: over bytes that may be anything, and where the system refuses what they need.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Returns what `look` gives; `None` where that ended with a panic. Such a panic says nothing: what is wrong is told as an
/// error, and of the program nothing is.
pub fn guarded<T>(look: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                told(panic);
            }
        }));
    });
    let before = IS_GUARDED.replace(true);
    // What was half changed by a panic is not looked at again: the file is not read any further.
    let looked = panic::catch_unwind(AssertUnwindSafe(look));
    IS_GUARDED.set(before);
    looked.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_and_others_go_on() {
        assert_eq!(guarded(|| 7), Some(7));
        assert_eq!(guarded(|| -> u8 { panic!("of damage") }), None);
        assert!(!IS_GUARDED.get());
        assert!(panic::catch_unwind(|| panic!("this one is told")).is_err());
    }
}
