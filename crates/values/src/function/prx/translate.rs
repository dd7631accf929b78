//! Translates a regular expression of Perl into the syntax of the engines, which differs in small things.
//!
//! Characters are bytes: classes such as `\w` are those of ASCII, and a byte above 127 stands as `\xHH`, which is that
//! byte for the plain engine and that character of Latin-1 for the other one.

/// A translated expression.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Translation {
    /// The expression for the engines.
    pub(super) text: String,
    /// True if it looks around or back, which only the backtracking engine does.
    pub(super) backtracks: bool,
}

/// Translates an expression; `extended` is the flag `x`. Returns `None` for what no engine has.
pub(super) fn translate(pattern: &[u8], extended: bool) -> Option<Translation> {
    let mut translator = Translator {
        rest: pattern,
        extended,
        out: Translation::default(),
        after_quantifier: false,
    };
    while let Some(byte) = translator.next() {
        translator.one(byte)?;
    }
    Some(translator.out)
}

struct Translator<'a> {
    rest: &'a [u8],
    extended: bool,
    out: Translation,
    after_quantifier: bool,
}

impl Translator<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn put(&mut self, text: &str) {
        self.out.text.push_str(text);
    }

    /// Appends a byte that stands for itself.
    fn literal(&mut self, byte: u8) {
        if br"\.+*?()|[]{}^$#&-~".contains(&byte) {
            self.out.text.push('\\');
            self.out.text.push(char::from(byte));
        } else if (b' '..=b'~').contains(&byte) {
            self.out.text.push(char::from(byte));
        } else {
            self.put(&format!("\\x{byte:02X}"));
        }
    }

    /// Translates what begins with a byte, outside of brackets.
    fn one(&mut self, byte: u8) -> Option<()> {
        let after_quantifier = std::mem::take(&mut self.after_quantifier);
        match byte {
            b'\\' => self.escape(false)?,
            b'[' => self.class()?,
            b'(' => self.group()?,
            b'*' | b'+' | b'?' => {
                // A second plus makes the quantifier possessive, a question mark lazy.
                self.out.backtracks |= after_quantifier && byte == b'+';
                self.after_quantifier = !after_quantifier;
                self.out.text.push(char::from(byte));
            }
            b'{' if is_count(self.rest) => {
                self.put("{");
                while let Some(byte) = self.next() {
                    self.out.text.push(char::from(byte));
                    if byte == b'}' {
                        break;
                    }
                }
                self.after_quantifier = true;
            }
            b'#' if self.extended => {
                while self.next().is_some_and(|byte| byte != b'\n') {}
                self.after_quantifier = after_quantifier;
            }
            b' ' | b'\t'..=b'\r' if self.extended => self.after_quantifier = after_quantifier,
            b'^' | b'$' | b'.' | b'|' | b')' => self.out.text.push(char::from(byte)),
            _ => self.literal(byte),
        }
        Some(())
    }

    /// Translates a group after its parenthesis.
    fn group(&mut self) -> Option<()> {
        if let Some(rest) = self.rest.strip_prefix(b"?#") {
            let end = rest.iter().position(|&byte| byte == b')')?;
            self.rest = &rest[end + 1..];
            return Some(());
        }
        self.put("(");
        let Some(after) = self.rest.strip_prefix(b"?") else {
            return Some(());
        };
        let head = match after {
            [b'=' | b'!' | b'>' | b'(', ..] => {
                self.out.backtracks = true;
                2
            }
            [b'<', b'=' | b'!', ..] => {
                self.out.backtracks = true;
                3
            }
            [b'|' | b'{' | b'?', ..] => return None,
            [b'P', b'=' | b'>', ..] => return None,
            // Flags end at a colon or at the parenthesis, a name at its closing bracket.
            _ => {
                1 + after
                    .iter()
                    .position(|byte| matches!(byte, b':' | b')' | b'>' | b'\''))?
            }
        };
        let (head, rest) = self.rest.split_at_checked(head)?;
        self.put(std::str::from_utf8(head).ok()?);
        self.rest = rest;
        Some(())
    }

    /// Translates a bracketed class after its bracket.
    fn class(&mut self) -> Option<()> {
        self.put("[");
        if let Some(rest) = self.rest.strip_prefix(b"^") {
            self.rest = rest;
            self.put("^");
        }
        let mut is_first = true;
        loop {
            let byte = self.next()?;
            match byte {
                b']' if !is_first => break,
                b'[' if self.rest.starts_with(b":") => {
                    let end = self.rest.windows(2).position(|pair| pair == b":]")?;
                    let (name, rest) = self.rest.split_at(end + 2);
                    self.put("[");
                    self.put(std::str::from_utf8(name).ok()?);
                    self.rest = rest;
                }
                b'\\' => self.escape(true)?,
                // A range, unless it is the first or the last character.
                b'-' if !is_first && !self.rest.starts_with(b"]") && !self.out.text.ends_with('-') => self.put("-"),
                _ => self.literal(byte),
            }
            is_first = false;
        }
        self.put("]");
        Some(())
    }

    /// Translates what follows a backslash.
    fn escape(&mut self, in_class: bool) -> Option<()> {
        let byte = self.next()?;
        if let Some((is_negated, class)) = ascii_class(byte) {
            match (is_negated, in_class) {
                (false, true) => self.put(class),
                (false, false) => self.put(&format!("[{class}]")),
                (true, _) => self.put(&format!("[^{class}]")),
            }
            return Some(());
        }
        match byte {
            b'n' | b't' | b'r' | b'f' | b'a' => self.put(&format!("\\{}", char::from(byte))),
            b'e' => self.put("\\x1B"),
            b'x' => {
                let code = self.hexadecimal()?;
                self.put(&format!("\\x{code:02X}"));
            }
            b'0' => {
                let digits = self.rest.iter().take(2).take_while(|byte| (b'0'..=b'7').contains(byte));
                let digits = digits.copied().collect::<Vec<_>>();
                let code = digits.iter().fold(0, |code, digit| code * 8 + u32::from(digit - b'0'));
                self.rest = &self.rest[digits.len()..];
                self.put(&format!("\\x{code:02X}"));
            }
            b'c' => {
                let control = self.next()?.to_ascii_uppercase() ^ 64;
                self.put(&format!("\\x{control:02X}"));
            }
            b'b' if in_class => self.put("\\x08"),
            b'A' | b'z' | b'b' | b'B' if !in_class => self.put(&format!("\\{}", char::from(byte))),
            b'Z' if !in_class => self.put("\\z"),
            b'R' if !in_class => self.put("(?:\\r\\n|[\\n\\x0B\\x0C\\r])"),
            b'K' | b'G' | b'1'..=b'9' | b'g' | b'k' if !in_class => self.back(byte)?,
            b'Q' => self.quoted(),
            b'E' => {}
            b'p' | b'P' => return None,
            _ => self.literal(byte),
        }
        Some(())
    }

    /// Translates an escape that only the backtracking engine has.
    fn back(&mut self, byte: u8) -> Option<()> {
        self.out.backtracks = true;
        match byte {
            b'1'..=b'9' => self.put(&format!("(?:\\{})", char::from(byte))),
            b'g' | b'k' => {
                let close = match self.rest.first()? {
                    b'{' => b'}',
                    b'<' => b'>',
                    b'\'' => b'\'',
                    digit @ b'1'..=b'9' => {
                        self.put(&format!("(?:\\{})", char::from(*digit)));
                        self.rest = &self.rest[1..];
                        return Some(());
                    }
                    _ => return None,
                };
                let end = self.rest.iter().skip(1).position(|&byte| byte == close)? + 1;
                let name = std::str::from_utf8(&self.rest[1..end]).ok()?;
                self.put(&format!("\\k<{name}>"));
                self.rest = &self.rest[end + 1..];
            }
            _ => self.put(&format!("\\{}", char::from(byte))),
        }
        Some(())
    }

    /// Translates the literal text up to `\E`.
    fn quoted(&mut self) {
        while let Some(byte) = self.next() {
            if byte == b'\\' && self.rest.first() == Some(&b'E') {
                self.rest = &self.rest[1..];
                return;
            }
            self.literal(byte);
        }
    }

    /// Reads `41` or `{41}` after `\x`.
    fn hexadecimal(&mut self) -> Option<u8> {
        let (digits, rest) = match self.rest.strip_prefix(b"{") {
            Some(rest) => {
                let end = rest.iter().position(|&byte| byte == b'}')?;
                (&rest[..end], &rest[end + 1..])
            }
            None => {
                let count = self
                    .rest
                    .iter()
                    .take(2)
                    .take_while(|byte| byte.is_ascii_hexdigit())
                    .count();
                self.rest.split_at(count)
            }
        };
        self.rest = rest;
        if digits.is_empty() {
            return Some(0);
        }
        u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    }
}

/// Returns whether a brace is followed by the rest of a count such as `2}`, `2,}` or `2,5}`.
fn is_count(rest: &[u8]) -> bool {
    let Some(end) = rest.iter().position(|&byte| byte == b'}') else {
        return false;
    };
    let mut parts = rest[..end].splitn(2, |&byte| byte == b',');
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    parts.next().is_some_and(|least| !least.is_empty() && is_number(least)) && parts.next().is_none_or(is_number)
}

/// Returns the bytes of a class of Perl without its brackets, and whether the class is their complement.
fn ascii_class(letter: u8) -> Option<(bool, &'static str)> {
    let class = match letter {
        b'd' | b'D' => "0-9",
        b'w' | b'W' => "A-Za-z0-9_",
        b's' | b'S' => " \\t-\\r",
        b'h' | b'H' => " \\t",
        b'v' | b'V' => "\\n-\\r",
        b'N' => "\\n",
        _ => return None,
    };
    Some((letter.is_ascii_uppercase(), class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(pattern: &str, extended: bool) -> (String, bool) {
        let translation = translate(pattern.as_bytes(), extended).unwrap();
        (translation.text, translation.backtracks)
    }

    #[test]
    fn what_differs_from_perl() {
        for (pattern, want) in [
            (r"\d{3}-\w+", r"[0-9]{3}\-[A-Za-z0-9_]+"),
            (r"a{,3}b{", r"a\{,3\}b\{"),
            (r"[]a[b]", r"[\]a\[b]"),
            (r"[^\s\D-]", r"[^ \t-\r[^0-9]\-]"),
            (r"[a-z&&b]", r"[a-z\&\&b]"),
            (r"[[:alpha:]_]", r"[[:alpha:]_]"),
            (r"\Qa.b\E.", r"a\.b."),
            (r"\<\/\>", r"</>"),
            (r"(?#no)a(?:b)(?<n>c)(?i)", r"a(?:b)(?<n>c)(?i)"),
            (r"\x41\x{42}\012\cA", r"\x41\x42\x0A\x01"),
        ] {
            assert_eq!(translated(pattern, false), (want.to_owned(), false), "{pattern}");
        }
        assert_eq!(translated("a b # c\n[ d]", true).0, "ab[ d]");
        assert_eq!(translate("é".as_bytes(), false).unwrap().text, r"\xC3\xA9");
    }

    #[test]
    fn what_looks_back_or_around() {
        for pattern in [
            r"(a)\1",
            r"a(?=b)",
            r"a(?!b)",
            r"(?<=a)b",
            r"(?<!a)b",
            r"a++",
            r"(?>a)",
            r"(a)\g{1}",
        ] {
            assert!(translated(pattern, false).1, "{pattern}");
        }
        for pattern in [r"a+?", r"a{2,}?", r"(a+)+", r"(?<n>a)"] {
            assert!(!translated(pattern, false).1, "{pattern}");
        }
        assert!(translate(b"a\\", false).is_none() && translate(b"[a", false).is_none());
    }
}
