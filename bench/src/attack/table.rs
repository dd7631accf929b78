//! The table of tries and of what was found.

use std::fmt::Write;

use crate::campaign::Tally;
use crate::round::Harm;

/// What was attacked, and how to do the same again.
pub fn head(version: &str, seed: u64) -> String {
    format!("{version}, seed {seed}")
}

/// A line for each kind.
pub fn table(tallies: &[Tally]) -> String {
    let mut text = format!("{:<9} {:>7} {:>7}", "kind", "rounds", "tries");
    // Writing to a string cannot fail.
    for harm in Harm::ALL {
        let _ = write!(text, " {:>8}", harm.name());
    }
    text += "     s\n";
    for tally in tallies {
        let name = tally.kind.name();
        if let Some(why) = &tally.left_out {
            let _ = writeln!(text, "{name:<9} left out: {why}");
            continue;
        }
        let _ = write!(text, "{name:<9} {:>7} {:>7}", tally.rounds, tally.tries);
        for times in tally.harms {
            let _ = write!(text, " {times:>8}");
        }
        let _ = writeln!(text, " {:>5.0}", tally.spent.as_secs_f64());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arguments::Kind;

    #[test]
    fn what_was_left_out_is_not_told_as_passed() {
        let tally = |kind, left_out: Option<&str>| Tally {
            kind,
            rounds: 3,
            tries: 18,
            harms: [1, 0, 0, 2, 0],
            spent: Duration::from_secs(9),
            left_out: left_out.map(str::to_owned),
        };
        let told = table(&[
            tally(Kind::Damage, None),
            tally(Kind::Calls, Some("no strace")),
        ]);
        let lines: Vec<_> = told.lines().collect();
        assert_eq!(
            lines[1..],
            [
                "damage          3      18        1        0        0        2        0     9",
                "calls     left out: no strace",
            ]
        );
    }
}
