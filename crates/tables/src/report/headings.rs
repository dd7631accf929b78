//! The headings of a page: those of columns on the bottom lines, and spanning headings above them.

use super::expand::{ColumnLayout, Heading};
use super::position::{ColumnPosition, extent, put};
use super::request::ReportSide;

/// The characters that a heading can begin and end with to be repeated up to its width.
const FILLING: &[char] = &['-', '=', '_', '.', '*', '+'];

/// Returns the heading lines for columns at these positions.
pub(super) fn lines(headings: &[Heading], expanded: &ColumnLayout<'_>, places: &[ColumnPosition]) -> Vec<String> {
    let mut drawn = DrawnHeadings {
        expanded,
        places,
        lines: Vec::new(),
    };
    let heights = headings.iter().map(|heading| drawn.height(heading));
    let height = heights.max().unwrap_or(0);
    drawn.lines = vec![Vec::new(); height];
    for heading in headings {
        drawn.draw(heading, height);
    }
    let lines = drawn.lines.into_iter().map(|mut cells| {
        cells.sort_by_key(|(place, ..)| place.start);
        let mut line = String::new();
        for (place, text, side) in cells {
            put(&mut line, &place, &text, side);
        }
        line
    });
    lines.collect()
}

struct DrawnHeadings<'d, 'm> {
    expanded: &'d ColumnLayout<'m>,
    places: &'d [ColumnPosition],
    lines: Vec<Vec<(ColumnPosition, String, ReportSide)>>,
}

impl DrawnHeadings<'_, '_> {
    /// Returns the lines of a heading, wrapped to its width.
    fn fitted(&self, heading: &Heading) -> Vec<String> {
        let Some((start, end)) = extent(heading, self.places) else {
            return Vec::new();
        };
        let lines = match heading {
            Heading::Column(column) => &self.expanded.columns[*column].column.heading,
            Heading::Span { lines, .. } => lines,
        };
        let width = end - start;
        let fitted = lines.iter().flat_map(|line| match filled(line, width) {
            Some(line) => vec![line],
            None => wrapped(line, width),
        });
        fitted.collect()
    }

    /// Returns the height in lines of a heading and those below it.
    fn height(&self, heading: &Heading) -> usize {
        if extent(heading, self.places).is_none() {
            return 0;
        }
        let own = self.fitted(heading).len();
        match heading {
            Heading::Column(_) => own,
            Heading::Span { under, .. } => {
                let heights = under.iter().map(|heading| self.height(heading));
                own + heights.max().unwrap_or(0)
            }
        }
    }

    /// Draws a heading whose last line is the one before `bottom`.
    fn draw(&mut self, heading: &Heading, bottom: usize) {
        let Some((start, end)) = extent(heading, self.places) else {
            return;
        };
        let (first, side) = match heading {
            Heading::Column(column) => {
                let side = self.expanded.columns[*column].column.side;
                (bottom - self.height(heading).min(bottom), side)
            }
            Heading::Span { .. } => (bottom - self.height(heading).min(bottom), ReportSide::Center),
        };
        let place = ColumnPosition {
            column: 0,
            start,
            width: end - start,
        };
        let fitted = self.fitted(heading);
        for (line, text) in self.lines.iter_mut().skip(first).zip(fitted) {
            line.push((place, text, side));
        }
        if let Heading::Span { under, .. } = heading {
            for heading in under {
                self.draw(heading, bottom);
            }
        }
    }
}

/// Expands a heading such as `-Sales-` or `<- Sales ->` to its width.
fn filled(line: &str, width: usize) -> Option<String> {
    let (first, last) = (line.chars().next()?, line.chars().next_back()?);
    let is_filling = first == last && FILLING.contains(&first);
    let is_arrow = (first, last) == ('<', '>');
    let length = line.chars().count();
    if !(is_filling || is_arrow) || length < 2 || length > width {
        return None;
    }
    let inner: String = line.chars().skip(1).take(length - 2).collect();
    let filler = match is_arrow {
        true => '-',
        false => first,
    };
    let free = width - inner.chars().count();
    let fill = |count: usize| filler.to_string().repeat(count);
    let (left, right) = (free / 2, free - free / 2);
    Some(match is_arrow {
        true => format!("<{}{inner}{}>", fill(left - 1), fill(right - 1)),
        false => format!("{}{inner}{}", fill(left), fill(right)),
    })
}

/// Wraps text to lines of at most `width` characters, at blanks if possible.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    if text.chars().count() <= width {
        return vec![text.trim_end().to_owned()];
    }
    let mut lines = Vec::new();
    let (mut line, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.push(word.into_iter().collect());
            word = rest;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        length += word.len();
        line.extend(word);
    }
    if length > 0 {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_filled_up_to_their_width() {
        assert_eq!(filled("-Sales-", 11).unwrap(), "---Sales---");
        assert_eq!(filled("<Sales>", 11).unwrap(), "<--Sales-->");
        assert_eq!(filled("--", 4).unwrap(), "----");
        assert_eq!(filled("Sales", 11), None);
        assert_eq!(filled("-Sales-", 6), None);
    }

    #[test]
    fn texts_are_parted_at_blanks() {
        assert_eq!(wrapped("Quantity sold here", 9), ["Quantity", "sold here"]);
        assert_eq!(wrapped("incomprehensible x", 6), ["incomp", "rehens", "ible x"]);
        assert_eq!(wrapped("", 6), [""]);
    }
}
