//! The values of a BY group, and texts in which they are named: `#BYVAL1`, `#BYVAL(name)`, `#BYVAR1`, `#BYLINE`.

use super::Cell;

/// A BY variable and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupValue {
    /// The variable.
    pub name: String,
    /// The text before its value: its label or its name.
    pub heading: String,
    /// Its value.
    pub value: Cell,
}

impl GroupValue {
    /// Returns the line of a BY group, `sex=F age=12`, or `None` without BY variables.
    pub fn line(groups: &[Self]) -> Option<String> {
        let texts = groups.iter();
        let texts = texts.map(|group| format!("{}={}", group.heading, group.value.text));
        (!groups.is_empty()).then(|| texts.collect::<Vec<_>>().join(" "))
    }

    /// Returns a text with what `#BYVAL`, `#BYVAR` and `#BYLINE` name of a BY group; names that are not in BY stay.
    pub fn named_in(text: &str, group: &[Self]) -> String {
        with_group(text, group)
    }
}

/// Returns a line with the values, names and line of a BY group in place of `#BYVAL1`, `#BYVAL(name)`, `#BYVAR1`,
/// `#BYVAR(name)` and `#BYLINE`. Those of variables that are not in BY are left as they are.
fn with_group(line: &str, group: &[GroupValue]) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('#') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        match reference(rest, group) {
            Some((value, after)) => {
                text.push_str(&value);
                rest = after;
            }
            None => {
                text.push('#');
                rest = &rest[1..];
            }
        }
    }
    text + rest
}

/// Returns the value of the reference with which a text begins, and what follows it.
fn reference<'t>(text: &'t str, group: &[GroupValue]) -> Option<(String, &'t str)> {
    let word = |word: &str| {
        let begins = text.get(..word.len())?.eq_ignore_ascii_case(word);
        begins.then(|| &text[word.len()..])
    };
    if let Some(after) = word("#BYLINE") {
        return Some((GroupValue::line(group)?, after));
    }
    let (is_value, after) = match word("#BYVAL") {
        Some(after) => (true, after),
        None => (false, word("#BYVAR")?),
    };
    let (found, after) = match after.strip_prefix('(') {
        Some(named) => {
            let (name, after) = named.split_once(')')?;
            let is_it = |own: &&GroupValue| own.name.eq_ignore_ascii_case(name.trim());
            (group.iter().find(is_it)?, after)
        }
        None => {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = after.split_at(digits);
            let place = number.parse::<usize>().ok()?.checked_sub(1)?;
            (group.get(place)?, after)
        }
    };
    let shown = match is_value {
        true => found.value.text.trim(),
        false => &found.heading,
    };
    Some((shown.to_owned(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_by_group_stands_in_the_lines() {
        let value = |name: &str, heading: &str, text: &str| GroupValue {
            name: name.to_owned(),
            heading: heading.to_owned(),
            value: Cell::text(text),
        };
        let group = [value("g", "g", "a"), value("year", "Year of sale", "2020")];
        for (line, wanted) in [
            ("Group #byval(g) of #byvar1", "Group a of g"),
            ("#BYVAL2: #ByVal( G )#BYVAR(year)", "2020: aYear of sale"),
            ("#BYLINE!", "g=a Year of sale=2020!"),
            (
                "#BYVAL3 #BYVAL0 #BYVAL #BYVAL(x) #BYVAL(g #1 #",
                "#BYVAL3 #BYVAL0 #BYVAL #BYVAL(x) #BYVAL(g #1 #",
            ),
            ("ä#é", "ä#é"),
        ] {
            assert_eq!(with_group(line, &group), wanted);
        }
    }
}
