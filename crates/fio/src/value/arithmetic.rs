//! Simple arithmetic, which fio delegates to `bc` once variables such as `$ncpus` are expanded.

/// The deepest nesting of parentheses and signs, so that no text exhausts the stack.
const DEEPEST: usize = 32;

/// Evaluates an expression of numbers, `+ - * / %` and parentheses; `None` if it is invalid or divides by zero. `read`
/// parses numbers, so that they may have a unit.
pub(crate) fn calculate(text: &str, read: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
    let mut parser = Parser {
        rest: text.trim(),
        depth: 0,
        read,
    };
    let value = parser.sum()?;
    (parser.rest.is_empty() && value.is_finite()).then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
    read: &'a dyn Fn(&str) -> Option<f64>,
}

impl Parser<'_> {
    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let other = self.product()?;
            value += if operator == '+' { other } else { -other };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.factor()?;
        while let Some(operator) = self.take(&['*', '/', '%']) {
            let other = self.factor()?;
            value = match operator {
                '*' => value * other,
                _ if other == 0.0 => return None,
                // Integer division, as in `bc` without decimals.
                '/' => (value / other).trunc(),
                _ => value % other,
            };
        }
        Some(value)
    }

    fn factor(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = if self.take(&['-']).is_some() {
            -self.factor()?
        } else if self.take(&['(']).is_some() {
            let value = self.sum()?;
            self.take(&[')'])?;
            value
        } else {
            let end = self
                .rest
                .find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '.'))
                .unwrap_or(self.rest.len());
            let (number, rest) = self.rest.split_at(end);
            self.rest = rest.trim_start();
            (self.read)(number)?
        };
        self.depth -= 1;
        Some(value)
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let first = self.rest.chars().next().filter(|first| wanted.contains(first))?;
        self.rest = self.rest[first.len_utf8()..].trim_start();
        Some(first)
    }
}
