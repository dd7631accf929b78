//! Where the part of a program ends that another session is to run: the search for ENDRSUBMIT in text
//! that is not cut into tokens.

#[cfg(test)]
mod tests;

use crate::macros::compile::{self, Word};
use crate::macros::name::{is_name_character, is_name_start};
use crate::macros::nest::Nest;
use crate::token::Reading;

/// The longest word that matters here, in letters.
const LONGEST_WORD: usize = 10;

/// A search for ENDRSUBMIT in a text that grows. It is led over the text and stays where it got to.
#[derive(Debug)]
pub(super) struct BlockEnd {
    /// The byte to look at next.
    at: usize,
    part: LexicalState,
    /// Quotes, comments and the parentheses of calls.
    nest: Nest,
    /// Where the quote is that opened last.
    quote_at: usize,
    /// Whether a statement begins here.
    at_start: bool,
    /// Where the word begins that the search is in, and whether `%` stands before it.
    word: Option<(usize, bool)>,
    /// Whether the name of a macro ends here, whose arguments may follow.
    after_call: bool,
    /// What the word was that the statement begins with, while nothing follows it.
    first: PendingWord,
    /// How many blocks within this one are open.
    depth: usize,
}

/// What a place in the text is in.
#[derive(Clone, Copy, Debug)]
enum LexicalState {
    /// Statements.
    Code,
    /// A comment up to a semicolon, after which a statement begins, or goes on.
    Comment { at_start: bool },
    /// The rest of the line of DATALINES.
    Heading { four: bool },
    /// Data lines, with where the line begins.
    Data {
        four: bool,
        line: usize,
        marks: DataLineMarks,
    },
}

/// What a data line holds so far.
#[derive(Clone, Copy, Debug)]
enum DataLineMarks {
    /// Blanks, and then as many semicolons.
    Only(u8),
    /// Anything.
    Other,
}

/// A first word that has to be followed by the right thing to mean what it seems to.
#[derive(Clone, Copy, Debug)]
enum PendingWord {
    Any,
    /// DATALINES and the like.
    Lines {
        four: bool,
    },
    /// RSUBMIT.
    Submit,
}

impl BlockEnd {
    /// At the beginning of a block.
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

    /// Goes on to the end of the text, which is to be that of before or a longer one that begins with it.
    /// Gives the byte at which ENDRSUBMIT begins once it is there and `more` text does not change that.
    pub fn find(&mut self, text: &str, more: bool) -> Option<usize> {
        loop {
            let mut rest = text[self.at..].chars();
            let Some(c) = rest.next() else {
                return if more { None } else { self.end_word(text) };
            };
            let next = rest.next();
            // These mean different things before different characters.
            if more && next.is_none() && matches!(c, '/' | '*' | '%') {
                return None;
            }
            if let Some(end) = self.step(text, c, next) {
                return Some(end);
            }
        }
    }

    /// How much of the macro language is alive at the next character, for text that macros make.
    pub fn reading(&self) -> Reading {
        match (self.part, self.nest.quote()) {
            (LexicalState::Code, Some('"')) => Reading::Quoted,
            (LexicalState::Code, Some(_)) => Reading::Raw,
            (LexicalState::Code, None) if !self.nest.is_alive() => Reading::Raw,
            _ => Reading::Code,
        }
    }

    /// The quote that is open, and the byte where it is.
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
                    (';', DataLineMarks::Only(count)) => {
                        DataLineMarks::Only(count.saturating_add(1))
                    }
                    (c, DataLineMarks::Only(0)) if c.is_whitespace() => DataLineMarks::Only(0),
                    _ => DataLineMarks::Other,
                };
                let ends = match (*four, *marks) {
                    (true, DataLineMarks::Only(count)) => count >= 4,
                    (true, DataLineMarks::Other) => false,
                    (false, _) => c == ';',
                };
                if ends {
                    // The line that ends the data is of the program.
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

    /// Something comes after the first word of a statement.
    fn follow(&mut self, c: char) {
        match std::mem::replace(&mut self.first, PendingWord::Any) {
            PendingWord::Any => {}
            PendingWord::Lines { four } if c == ';' => self.part = LexicalState::Heading { four },
            PendingWord::Lines { .. } => {}
            // An assignment to a variable of that name opens nothing.
            PendingWord::Submit => self.depth += usize::from(c != '='),
        }
    }

    /// A word ends here. Gives where it begins if it is the one that is sought.
    fn end_word(&mut self, text: &str) -> Option<usize> {
        let (from, is_macro) = self.word.take()?;
        let word = &text[from..self.at];
        if is_macro {
            match compile::word(word) {
                Some(Word::Then | Word::Else) => self.at_start = true,
                Some(_) => self.at_start = false,
                // What the macro makes may be whole statements.
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
    /// Data lines, of which one begins at a byte.
    fn data(four: bool, line: usize) -> Self {
        Self::Data {
            four,
            line,
            marks: DataLineMarks::Only(0),
        }
    }
}
