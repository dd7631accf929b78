//! Titles and footnotes, in which the values of a BY group may stand.

use feedrate_rows::environment::GroupValue;

/// The number of title lines, and of footnote lines.
const LINES: usize = 10;

/// The lines of TITLE and of FOOTNOTE.
#[derive(Clone, Debug, Default)]
pub(crate) struct Titles {
    titles: TitleLines,
    footnotes: TitleLines,
    /// The BY group under the titles; empty without one.
    group: Vec<GroupValue>,
}

impl Titles {
    /// Sets the BY group for which `#BYVAL` and others stand in the lines that are shown.
    pub(super) fn set_group(&mut self, group: &[GroupValue]) {
        self.group = group.to_vec();
    }

    /// Returns the BY group.
    pub(super) fn group(&self) -> &[GroupValue] {
        &self.group
    }

    /// Returns whether the lines differ between BY groups.
    pub(super) fn depend_on_group(&self) -> bool {
        let mut lines = self.titles.0.iter().chain(&self.footnotes.0).flatten();
        lines.any(|line| line.to_ascii_lowercase().contains("#by"))
    }

    /// Returns the title lines as they are shown, for the BY group.
    pub(super) fn shown_titles(&self) -> Vec<String> {
        self.for_group(self.titles())
    }

    /// Returns the footnote lines in the same way.
    pub(super) fn shown_footnotes(&self) -> Vec<String> {
        self.for_group(self.footnotes())
    }

    fn for_group(&self, lines: Vec<String>) -> Vec<String> {
        match &self.group[..] {
            [] => lines,
            group => lines.iter().map(|line| substituted(line, group)).collect(),
        }
    }

    /// Executes TITLE with its number, from 1: `None` clears the line; the lines after it are cleared in any case.
    pub(crate) fn set_title(&mut self, number: u8, text: Option<String>) {
        self.titles.set(number, text);
    }

    /// Executes FOOTNOTE in the same way.
    pub(crate) fn set_footnote(&mut self, number: u8, text: Option<String>) {
        self.footnotes.set(number, text);
    }

    /// Returns the title lines, from the first to the last that is set.
    pub(crate) fn titles(&self) -> Vec<String> {
        self.titles.shown()
    }

    /// Returns the footnote lines in the same way.
    pub(crate) fn footnotes(&self) -> Vec<String> {
        self.footnotes.shown()
    }
}

#[derive(Clone, Debug, Default)]
struct TitleLines([Option<String>; LINES]);

impl TitleLines {
    fn set(&mut self, number: u8, text: Option<String>) {
        let index = usize::from(number.max(1)) - 1;
        for line in self.0.iter_mut().skip(index) {
            *line = None;
        }
        if let Some(line) = self.0.get_mut(index) {
            *line = text;
        }
    }

    fn shown(&self) -> Vec<String> {
        let last = self.0.iter().rposition(Option::is_some);
        self.0[..last.map_or(0, |last| last + 1)]
            .iter()
            .map(|line| line.clone().unwrap_or_default())
            .collect()
    }
}

/// Returns a line with the values, names and line of a BY group in place of `#BYVAL1`, `#BYVAL(name)`, `#BYVAR1`,
/// `#BYVAR(name)` and `#BYLINE`. Those of variables that are not in BY are left as they are.
fn substituted(line: &str, group: &[GroupValue]) -> String {
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
    use feedrate_rows::environment::Cell;

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
            assert_eq!(substituted(line, &group), wanted);
        }
    }
}
