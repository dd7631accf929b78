//! The known name that is nearest to a misspelled one.

/// The name among `known` that takes the fewest changes of a letter to become `name`, if they are few
/// enough for it to be what was meant. Case does not count.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A longer name than any known one is not worth measuring.
    const MOST_LETTERS: usize = 40;
    let name: Vec<char> = name
        .chars()
        .take(MOST_LETTERS + 1)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    if name.len() > MOST_LETTERS {
        return None;
    }
    // One letter of a short name, two of a longer one.
    let allowed = match name.len() {
        0..=1 => return None,
        2..=4 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|candidate| (distance(&name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The hint that names the nearest known name.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|candidate| format!("did you mean {candidate}?"))
}

/// How many letters must be put in, left out, changed or swapped with their neighbour (the distance of
/// Damerau and Levenshtein, where no part is changed twice).
fn distance(from: &[char], to: &str) -> usize {
    let to: Vec<char> = to.chars().map(|c| c.to_ascii_uppercase()).collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, &letter) in from.iter().enumerate() {
        let mut line = Vec::with_capacity(to.len() + 1);
        line.push(row + 1);
        for (column, &other) in to.iter().enumerate() {
            let mut least = (last[column] + usize::from(letter != other))
                .min(last[column + 1] + 1)
                .min(line[column] + 1);
            let swapped =
                row > 0 && column > 0 && letter == to[column - 1] && from[row - 1] == other;
            if swapped {
                least = least.min(before_last[column - 1] + 1);
            }
            line.push(least);
        }
        before_last = std::mem::replace(&mut last, line);
    }
    last[to.len()]
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

    #[test]
    fn the_distance_counts_changes() {
        let distance = |from: &str, to: &str| distance(&from.chars().collect::<Vec<_>>(), to);
        assert_eq!(distance("", "ABC"), 3);
        assert_eq!(distance("KITTEN", "SITTING"), 3);
        assert_eq!(distance("AB", "BA"), 1);
        assert_eq!(distance("SAME", "same"), 0);
    }
}
