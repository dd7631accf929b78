//! The names of lanes: whole, in lines, as long as there is room, and never the same for two lanes.

use super::super::svg::{lines, width};

/// The mark of what was left out.
const CUT: char = '\u{2026}';

/// Returns the lines of each name. One with too many lines loses letters in its middle; where two would be the same,
/// they begin with the numbers of their lanes.
pub(super) fn shown(lanes: &[String], room: f64, most: usize) -> Vec<Vec<String>> {
    let cut: Vec<Vec<String>> = lanes.iter().map(|name| fitted("", name, room, most)).collect();
    let is_ambiguous = |lane: usize| {
        let mut others = cut.iter().zip(lanes);
        others.any(|(other, name)| *other == cut[lane] && *name != lanes[lane])
    };
    (0..lanes.len())
        .map(|lane| match is_ambiguous(lane) {
            true => fitted(&format!("{}:\u{a0}", lane + 1), &lanes[lane], room, most),
            false => cut[lane].clone(),
        })
        .collect()
}

/// Returns whether lines of a name have not all of it.
pub(super) fn is_cut(lines: &[String]) -> bool {
    lines.iter().any(|line| line.contains(CUT))
}

/// Returns a name after a beginning, without as many letters of its middle as there is no room for.
fn fitted(begin: &str, name: &str, room: f64, most: usize) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let whole = lines(&format!("{begin}{name}"), room);
    if whole.len() <= most {
        return whole;
    }
    // Not more than as many as narrow letters have room.
    let narrowest = width("i");
    let limit = (room * most as f64 / narrowest) as usize;
    for kept in (0..letters.len().min(limit)).rev() {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let head: String = letters[..head].iter().collect();
        let tail: String = letters[letters.len() - tail..].iter().collect();
        let cut = lines(&format!("{begin}{head}{CUT}{tail}"), room);
        if cut.len() <= most {
            return cut;
        }
    }
    vec![format!("{begin}{CUT}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[String], room: f64) -> Vec<String> {
        shown(names, room, 2).into_iter().map(|lines| lines.join("|")).collect()
    }

    #[test]
    fn short_names_are_whole_and_longer_ones_have_two_lines() {
        let shown = names(&["client".to_owned(), "the second of the jobs".to_owned()], 100.0);
        assert_eq!(shown, ["client", "the second of|the jobs"]);
    }

    #[test]
    fn names_that_are_cut_differ() {
        let long = |end: &str| format!("{}-{end}", "monthly-load".repeat(6));
        let shown = names(&[long("one"), long("two")], 100.0);
        assert!(shown[0].ends_with("-one") && shown[1].ends_with("-two"), "{shown:?}");
        assert!(shown.iter().all(|name| is_cut(std::slice::from_ref(name))), "{shown:?}");
        let inside = |middle: &str| format!("{}{middle}{}", "a".repeat(40), "b".repeat(40));
        let shown = names(&[inside("1"), inside("2")], 100.0);
        assert!(
            shown[0].starts_with("1:\u{a0}a") && shown[1].starts_with("2:\u{a0}a"),
            "{shown:?}"
        );
        for lines in super::shown(&[inside("1"), inside("2")], 100.0, 2) {
            assert!(
                lines.len() <= 2 && lines.iter().all(|line| width(line) <= 100.0),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn the_same_names_are_the_same() {
        let same = "x".repeat(90);
        let shown = names(&[same.clone(), same], 100.0);
        assert_eq!(shown[0], shown[1]);
        assert!(!shown[0].contains(':'), "{shown:?}");
    }
}
