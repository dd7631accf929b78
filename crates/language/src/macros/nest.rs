//! Quotes, comments and parentheses in macro text that has not run yet: the end of a statement or an argument must be
//! known before it runs.

use std::borrow::Cow;

/// An open parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paren {
    /// An ordinary one.
    Plain,
    /// That of `%name(`, within which a semicolon ends no statement.
    Call,
    /// That of `%str(` or `%nrstr(`, within which `%` escapes a quote or a parenthesis.
    Quoting,
}

/// The nesting state at a position in a text. It is advanced one character at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Nest {
    quote: Option<char>,
    comment: bool,
    skip: bool,
    parens: Vec<Paren>,
    /// The number of open parentheses that are not plain.
    calls: usize,
    quoting: usize,
    /// The letters after the last `%`, in lower case.
    word: String,
    in_word: bool,
    /// Set when blanks followed the word, which is the name of a function.
    after_word: bool,
}

impl Nest {
    /// Creates the state at the beginning of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the state after the opening parenthesis of a macro function or call.
    pub fn in_group(quoting: bool) -> Self {
        let mut nest = Self::default();
        nest.open(if quoting { Paren::Quoting } else { Paren::Call });
        nest
    }

    /// Returns whether the next character can be punctuation: it is not in a string or a comment, and not the second
    /// half of a pair.
    pub fn is_alive(&self) -> bool {
        self.quote.is_none() && !self.comment && !self.skip
    }

    /// Returns whether the next character can end a statement or be a word of one.
    pub fn is_free(&self) -> bool {
        self.is_alive() && self.calls == 0
    }

    /// Returns the open quote.
    pub fn quote(&self) -> Option<char> {
        self.quote
    }

    /// Returns whether no parenthesis is open.
    pub fn is_level(&self) -> bool {
        self.parens.is_empty()
    }

    /// Advances over a character, given the one after it.
    pub fn step(&mut self, c: char, next: Option<char>) {
        if self.skip {
            self.skip = false;
        } else if self.comment {
            if c == '*' && next == Some('/') {
                self.comment = false;
                self.skip = true;
            }
        } else if self.quote.is_some() {
            if self.quote == Some(c) {
                self.quote = None;
            }
        } else if c == '%' && self.quoting > 0 && next.is_some_and(is_escapable) {
            self.skip = true;
        } else {
            self.step_alive(c, next);
        }
    }

    fn step_alive(&mut self, c: char, next: Option<char>) {
        match c {
            '/' if next == Some('*') => {
                self.comment = true;
                self.skip = true;
            }
            '\'' | '"' => self.quote = Some(c),
            '(' => {
                let paren = match (self.in_word, self.word.as_str()) {
                    (true, "str" | "nrstr") => Paren::Quoting,
                    (true, word) if !word.is_empty() => Paren::Call,
                    _ => Paren::Plain,
                };
                self.open(paren);
            }
            ')' => match self.parens.pop() {
                Some(Paren::Call) => self.calls -= 1,
                Some(Paren::Quoting) => {
                    self.calls -= 1;
                    self.quoting -= 1;
                }
                Some(Paren::Plain) | None => {}
            },
            _ => {}
        }
        if c == '%' {
            self.word.clear();
            self.in_word = true;
            self.after_word = false;
        } else if self.in_word && !self.after_word && super::name::is_name_character(c) {
            // Longer words are not among those that matter.
            if self.word.len() < 16 {
                self.word.push(c.to_ascii_lowercase());
            }
        } else {
            // Blanks may separate a function from its argument. After the name of a macro and blanks, a parenthesis
            // belongs to the call only if the macro has parameters.
            self.after_word = c.is_whitespace() && super::functions::is_function(&self.word);
            self.in_word &= self.after_word;
        }
    }

    fn open(&mut self, paren: Paren) {
        self.parens.push(paren);
        self.calls += usize::from(paren != Paren::Plain);
        self.quoting += usize::from(paren == Paren::Quoting);
    }
}

/// Returns whether `%` escapes a character within `%str`.
pub(super) fn is_escapable(c: char) -> bool {
    matches!(c, '\'' | '"' | '(' | ')' | '%')
}

/// Returns the length of the string at the beginning of a text in a comment statement, with its quotes; `None` where
/// the quote is an apostrophe: it is not closed before the semicolon.
pub(super) fn string_in_comment(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let inner = &text[quote.len_utf8()..];
    let end = inner.find([quote, ';'])?;
    inner[end..].starts_with(quote).then_some(end + 2)
}

/// Returns the first byte at which `found` holds, outside of strings, comments and groups.
pub(super) fn find(text: &str, mut found: impl FnMut(&str) -> bool) -> Option<usize> {
    let mut nest = Nest::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if nest.is_free() && found(&text[at..]) {
            return Some(at);
        }
        nest.step(c, characters.peek().map(|&(_, next)| next));
    }
    None
}

/// Like [`find`], and also skips comments `%* …;`.
pub(super) fn find_past_comments(text: &str, mut found: impl FnMut(&str) -> bool) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + find(&text[from..], |rest| rest.starts_with("%*") || found(rest))?;
        if !text[at..].starts_with("%*") {
            return Some(at);
        }
        from = at + text[at..].find(';')? + 1;
    }
}

/// Skips blanks and comments at the beginning of a text.
pub(super) fn after_blanks(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(after) = after_comment(rest) {
        rest = after.trim_start();
    }
    rest
}

/// Returns what follows the comment `/* … */` or `%* …;` at the beginning of a text.
fn after_comment(text: &str) -> Option<&str> {
    let (comment, end) = match text.strip_prefix("/*") {
        Some(comment) => (comment, "*/"),
        None => (text.strip_prefix("%*")?, ";"),
    };
    comment.split_once(end).map(|(_, after)| after)
}

/// Returns a text without its comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = ["/*", "%*"].iter().filter_map(|mark| rest.find(mark)).min() {
        kept.push_str(&rest[..at]);
        // A comment that is not closed extends to the end of the text.
        rest = after_comment(&rest[at..]).unwrap_or_default();
    }
    kept.push_str(rest);
    kept
}

/// Returns the byte of the closing parenthesis of a group, given the text after the opening one.
pub(super) fn group_end(text: &str, quoting: bool) -> Option<usize> {
    let mut nest = Nest::in_group(quoting);
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        nest.step(c, characters.peek().map(|&(_, next)| next));
        if nest.is_level() {
            return Some(at);
        }
    }
    None
}

/// Splits the arguments of a call at its commas.
pub(super) fn split_arguments(text: &str) -> Vec<&str> {
    let mut nest = Nest::new();
    let mut arguments = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if c == ',' && nest.is_alive() && nest.is_level() {
            arguments.push(&text[start..at]);
            start = at + 1;
        }
        nest.step(c, characters.peek().map(|&(_, next)| next));
    }
    arguments.push(&text[start..]);
    arguments
}

/// Returns the text of the program as values have it: a line end in it is a blank.
pub(super) fn on_one_line(text: &str) -> Cow<'_, str> {
    match text.contains('\n') {
        true => Cow::Owned(text.replace("\r\n", " ").replace('\n', " ")),
        false => Cow::Borrowed(text),
    }
}

/// Trims blanks; masked blanks stay.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn semicolon(text: &str) -> Option<usize> {
        find(text, |rest| rest.starts_with(';'))
    }

    #[test]
    fn a_semicolon_ends_a_statement_where_nothing_hides_it() {
        assert_eq!(semicolon("a;b"), Some(1));
        assert_eq!(semicolon("(a;b);"), Some(2));
        assert_eq!(semicolon("';' \";\" /* ; */ %str(;) %x((;)) ;"), Some(32));
        assert_eq!(semicolon("%str(%';%));"), Some(11));
        assert_eq!(semicolon("';"), None);
    }

    #[test]
    fn blanks_may_stand_before_the_argument_of_a_function() {
        assert_eq!(semicolon("%str (a;b);"), Some(10));
        assert_eq!(semicolon("%Eval\n ( ; );"), Some(12));
        assert_eq!(semicolon("%m (a;b);"), Some(5));
        assert_eq!(semicolon("%str a (b;c);"), Some(9));
    }

    #[test]
    fn comments_are_gone_over() {
        assert_eq!(after_blanks(" /* a */ %* b; \n c "), "c ");
        assert_eq!(after_blanks("/* a"), "/* a");
        assert_eq!(without_comments("a/* = */b %* ;c%* d"), "ab c");
        let equals = |text| find_past_comments(text, |rest| rest.starts_with('='));
        assert_eq!(equals("a %* b=1; /* = */ = 2"), Some(18));
        assert_eq!(equals("a %* b=1"), None);
    }

    #[test]
    fn a_group_ends_at_its_own_parenthesis() {
        assert_eq!(group_end("a(b)')'c) d)", false), Some(8));
        assert_eq!(group_end("%))", true), Some(2));
        assert_eq!(group_end("%))", false), Some(1));
        assert_eq!(group_end("(", false), None);
    }

    #[test]
    fn arguments_are_cut_at_their_own_commas() {
        assert_eq!(split_arguments("a, (b,c) ,',',"), ["a", " (b,c) ", "','", ""]);
        assert_eq!(split_arguments(""), [""]);
    }
}
