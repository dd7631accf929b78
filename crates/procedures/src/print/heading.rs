//! Splits the names of variables that are wider than their columns into the lines of a heading.

/// Returns a name in lines, separated by line feeds, if it is longer than `width`. It is split where a word with a
/// capital begins behind a small letter or an underscore; the lines are as few as the longest part allows.
pub(super) fn split(name: &str, width: usize) -> String {
    let length = |text: &str| text.chars().count();
    if length(name) <= width {
        return name.to_owned();
    }
    let parts = parts(name);
    let longest = parts.iter().map(|part| length(part)).max().unwrap_or(0);
    let width = width.max(longest);
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if length(line) + length(part) <= width => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.join("\n")
}

/// Returns the parts of a name.
fn parts(name: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = name.char_indices().collect();
    let mut parts = Vec::new();
    let mut start = 0;
    for (place, window) in letters.windows(3).enumerate() {
        let [(_, before), (at, letter), (_, after)] = *window else {
            continue;
        };
        let is_behind = before.is_lowercase() || before == '_' && place > 0;
        if is_behind && letter.is_uppercase() && after.is_lowercase() {
            parts.push(&name[start..at]);
            start = at;
        }
    }
    parts.push(&name[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn names_are_split_where_they_do_not_fit() {
        for (name, width, lines) in [
            ("TotalPoints", 2, "Total\nPoints"),
            ("TotalPoints", 11, "TotalPoints"),
            ("Ship_Date", 6, "Ship_\nDate"),
            ("Emp_ID", 8, "Emp_ID"),
            ("_TYPE_", 1, "_TYPE_"),
            ("codeA", 1, "codeA"),
            ("month_end", 1, "month_end"),
            ("NObs", 1, "NObs"),
            ("MeanOfTwo", 1, "Mean\nOf\nTwo"),
            ("AnOddNumber", 1, "AnOdd\nNumber"),
            ("plain", 1, "plain"),
            ("", 0, ""),
        ] {
            assert_eq!(split(name, width), lines, "{name} {width}");
        }
    }
}
