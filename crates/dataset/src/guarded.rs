//! Converts panics of other crates to errors: for arbitrary bytes, and if the system refuses resources.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Returns the result of `look`; `None` if it panicked. The panic prints no message, because the caller reports an
/// error.
pub fn guarded<T>(look: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                hook(panic);
            }
        }));
    });
    let before = IS_GUARDED.replace(true);
    // Data that a panic left inconsistent is not used: the file is not read any further.
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
