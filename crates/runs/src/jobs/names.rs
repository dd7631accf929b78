//! A name of its own for each job.

use std::collections::{HashMap, HashSet};

/// Makes the names of jobs differ: those that occur more than once get a number, as in `b-1` and `b-2`.
pub fn unique(names: &[String]) -> Vec<String> {
    let mut counts = HashMap::<&str, usize>::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let once = |name: &&String| counts[name.as_str()] == 1;
    let mut taken: HashSet<String> = names.iter().filter(once).cloned().collect();
    let mut last = HashMap::<&str, usize>::new();
    let mut unique = Vec::with_capacity(names.len());
    for name in names {
        if counts[name.as_str()] == 1 {
            unique.push(name.clone());
            continue;
        }
        let number = last.entry(name).or_default();
        unique.push(loop {
            *number += 1;
            let numbered = format!("{name}-{number}");
            if taken.insert(numbered.clone()) {
                break numbered;
            }
        });
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_repeat_are_numbered_past_those_that_are_taken() {
        let names = ["a", "b", "b", "b-2", "b", "c"].map(str::to_owned);
        assert_eq!(unique(&names), ["a", "b-1", "b-3", "b-2", "b-4", "c"]);
    }
}
