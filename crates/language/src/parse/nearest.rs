//! Suggestions for misspelled names.

use strsim::osa_distance;

/// Returns the name among `known` that becomes `name` with the fewest changes of a letter or swaps of neighbors, if
/// these are few enough to be a misspelling. Case is ignored.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A longer name than any known one is not worth measuring.
    const MOST_LETTERS: usize = 40;
    let letters = name.chars().take(MOST_LETTERS + 1).count();
    if letters > MOST_LETTERS {
        return None;
    }
    let name = name.to_ascii_uppercase();
    // One change in a short name, two in a longer one.
    let allowed = match letters {
        0..=1 => return None,
        2..=4 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|candidate| {
            let distance = osa_distance(&name, &candidate.to_ascii_uppercase());
            (distance, candidate)
        })
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns a hint with the nearest known name.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|candidate| format!("did you mean {candidate}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["OUTPUT", "INPUT", "DO", "DROP", "KEEP", "RETAIN"];

    fn near(name: &str) -> Option<&'static str> {
        nearest(name, KNOWN.iter().copied())
    }

    #[test]
    fn a_slip_is_seen_through() {
        assert_eq!(near("otuput"), Some("OUTPUT"));
        assert_eq!(near("imput"), Some("INPUT"));
        assert_eq!(near("kep"), Some("KEEP"));
        assert_eq!(near("retian"), Some("RETAIN"));
        assert_eq!(near("Keep"), Some("KEEP"));
    }

    #[test]
    fn what_is_far_from_all_has_no_nearest() {
        assert_eq!(near("frobnicate"), None);
        assert_eq!(near("x"), None);
        assert_eq!(near(""), None);
        assert_eq!(near(&"output".repeat(20)), None);
    }
}
