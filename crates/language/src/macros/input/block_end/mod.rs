//! The search for ENDRSUBMIT, the end of the part of a program that another session runs, in text that is not split
//! into tokens.

#[cfg(test)]
mod tests;

use crate::macros::compile::{self, Word};
use crate::macros::name::{is_name_character, is_name_start};
use crate::macros::nest::Nest;
use crate::token::Reading;

/// The longest word that matters here, in letters.
const LONGEST_WORD: usize = 10;

/// A search for ENDRSUBMIT in a text that grows. It keeps its position between calls.
#[derive(Debug)]
pub(super) struct BlockEnd {
    /// The next byte.
    at: usize,
    part: LexicalState,
    /// Quotes, comments and the parentheses of calls.
    nest: Nest,
    /// The byte of the last opening quote.
    quote_at: usize,
    /// Set when a statement begins here.
    at_start: bool,
    /// Where the current word begins, and whether `%` precedes it.
    word: Option<(usize, bool)>,
    /// Set when the name of a macro ends here, whose arguments may follow.
    after_call: bool,
    /// The first word of the statement, until its next token is known.
    first: PendingWord,
    /// The number of open nested blocks.
    depth: usize,
}

/// The lexical context of a position.
#[derive(Clone, Copy, Debug)]
enum LexicalState {
    /// Statements.
    Code,
    /// A comment up to a semicolon; `at_start` is whether a statement begins after it, rather than continues.
    Comment { at_start: bool },
    /// The rest of the line of DATALINES.
    Heading { four: bool },
    /// Data lines, with the beginning of the current line.
    Data {
        four: bool,
        line: usize,
        marks: DataLineMarks,
    },
}

/// The characters of a data line so far.
#[derive(Clone, Copy, Debug)]
enum DataLineMarks {
    /// Blanks, and then this number of semicolons.
    Only(u8),
    /// Other characters.
    Other,
}

/// A first word whose meaning depends on the next token.
#[derive(Clone, Copy, Debug)]
enum PendingWord {
    Any,
    /// DATALINES and its synonyms.
    Lines {
        four: bool,
    },
    /// RSUBMIT.
    Submit,
}

impl BlockEnd {
    /// Creates a search at the beginning of a block.
    pub fn new() -> Self {
        Self {
            at: 0,
            part: LexicalState::Code,
            nest: Nest::new(),
            quote_at: 0,
            at_start: true,
            word: None,
            after_call: false,
            first: PendingWord::Any,
            depth: 0,
        }
    }

    /// Continues to the end of the text, which must begin with the text of the call before. Returns the byte at which
    /// ENDRSUBMIT begins, once it is found and cannot change by `more` text.
    pub fn find(&mut self, text: &str, more: bool) -> Option<usize> {
        loop {
            let mut rest = text[self.at..].chars();
            let Some(c) = rest.next() else {
                return if more { None } else { self.end_word(text) };
            };
            let next = rest.next();
            // The meaning of these depends on the next character.
            if more && next.is_none() && matches!(c, '/' | '*' | '%') {
                return None;
            }
            if let Some(end) = self.step(text, c, next) {
                return Some(end);
            }
        }
    }

    /// Returns how much of the macro language is active at the next character, for text that macros generate.
    pub fn reading(&self) -> Reading {
        match (self.part, self.nest.quote()) {
            (LexicalState::Code, Some('"')) => Reading::Quoted,
            (LexicalState::Code, Some(_)) => Reading::Raw,
            (LexicalState::Code, None) if !self.nest.is_alive() => Reading::Raw,
            _ => Reading::Code,
        }
    }

    /// Returns the open quote, and its byte.
    pub fn open_quote(&self) -> Option<(char, usize)> {
        self.nest.quote().map(|quote| (quote, self.quote_at))
    }

    fn step(&mut self, text: &str, c: char, next: Option<char>) -> Option<usize> {
        match &mut self.part {
            LexicalState::Code => return self.code(text, c, next),
            LexicalState::Comment { at_start } => {
                if c == ';' {
                    self.at_start = *at_start;
                    self.part = LexicalState::Code;
                }
            }
            LexicalState::Heading { four } => {
                if c == '\n' {
                    self.part = LexicalState::data(*four, self.at + 1);
                }
            }
            LexicalState::Data { four, line, marks } => {
                *marks = match (c, *marks) {
                    (';', DataLineMarks::Only(count)) => DataLineMarks::Only(count.saturating_add(1)),
                    (c, DataLineMarks::Only(0)) if c.is_whitespace() => DataLineMarks::Only(0),
                    _ => DataLineMarks::Other,
                };
                let ends = match (*four, *marks) {
                    (true, DataLineMarks::Only(count)) => count >= 4,
                    (true, DataLineMarks::Other) => false,
                    (false, _) => c == ';',
                };
                if ends {
                    // The line that ends the data is part of the program.
                    self.at = *line;
                    self.begin_statement();
                    self.part = LexicalState::Code;
                    return None;
                }
                if c == '\n' {
                    self.part = LexicalState::data(*four, self.at + 1);
                }
            }
        }
        self.at += c.len_utf8();
        None
    }

    fn code(&mut self, text: &str, c: char, next: Option<char>) -> Option<usize> {
        if self.word.is_some()
            && !is_name_character(c)
            && let Some(end) = self.end_word(text)
        {
            return Some(end);
        }
        let after_call = std::mem::take(&mut self.after_call);
        if self.word.is_none() && self.nest.is_free() {
            let is_blank = c.is_whitespace() || c == '/' && next == Some('*');
            if !is_blank {
                self.follow(c);
            }
            match c {
                _ if is_blank => {}
                ';' => {
                    self.begin_statement();
                    self.at += 1;
                    return None;
                }
                '*' if self.at_start => self.comment(true),
                '%' if next == Some('*') => self.comment(self.at_start),
                '%' if next.is_some_and(is_name_start) => self.word = Some((self.at + 1, true)),
                c if self.at_start && is_name_start(c) => self.word = Some((self.at, false)),
                '(' | ':' if after_call => {}
                _ => self.at_start = false,
            }
        }
        let was_quoted = self.nest.quote().is_some();
        if let LexicalState::Code = self.part {
            self.nest.step(c, next);
        }
        if !was_quoted && self.nest.quote().is_some() {
            self.quote_at = self.at;
        }
        self.at += c.len_utf8();
        None
    }

    /// Processes the first character after the first word of a statement.
    fn follow(&mut self, c: char) {
        match std::mem::replace(&mut self.first, PendingWord::Any) {
            PendingWord::Any => {}
            PendingWord::Lines { four } if c == ';' => self.part = LexicalState::Heading { four },
            PendingWord::Lines { .. } => {}
            // An assignment to a variable of that name opens no block.
            PendingWord::Submit => self.depth += usize::from(c != '='),
        }
    }

    /// Ends a word. Returns where it begins if it is the one that is searched for.
    fn end_word(&mut self, text: &str) -> Option<usize> {
        let (from, is_macro) = self.word.take()?;
        let word = &text[from..self.at];
        if is_macro {
            match compile::word(word) {
                Some(Word::Then | Word::Else) => self.at_start = true,
                Some(_) => self.at_start = false,
                // The macro may generate whole statements.
                None => self.after_call = true,
            }
            return None;
        }
        self.at_start = false;
        if word.len() > LONGEST_WORD {
            return None;
        }
        match word.to_ascii_lowercase().as_str() {
            "endrsubmit" if self.depth == 0 => return Some(from),
            "endrsubmit" => self.depth -= 1,
            "rsubmit" => self.first = PendingWord::Submit,
            "datalines" | "cards" | "lines" => self.first = PendingWord::Lines { four: false },
            "datalines4" | "cards4" | "lines4" => self.first = PendingWord::Lines { four: true },
            _ => {}
        }
        None
    }

    fn begin_statement(&mut self) {
        self.at_start = true;
        self.nest = Nest::new();
    }

    fn comment(&mut self, at_start: bool) {
        self.part = LexicalState::Comment { at_start };
    }
}

impl LexicalState {
    /// Returns the state of data lines whose current line begins at `line`.
    fn data(four: bool, line: usize) -> Self {
        Self::Data {
            four,
            line,
            marks: DataLineMarks::Only(0),
        }
    }
}
