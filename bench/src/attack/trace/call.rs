//! A system call in a trace: its arguments and its result.

use super::strace::call_of;

/// A call that succeeded.
pub struct Call<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its arguments, as strace writes them.
    pub arguments: &'a str,
    /// Its result.
    pub result: u64,
    /// The texts among the arguments.
    pub texts: Vec<Vec<u8>>,
}

impl<'a> Call<'a> {
    /// Reads a line of the trace; `None` if it is no call, or one that failed or whose process was gone.
    pub fn of(line: &'a str) -> Result<Option<Self>, String> {
        let Some((_, name)) = call_of(line) else {
            return Ok(None);
        };
        let arguments = line.split_once('(').map_or("", |(_, rest)| rest);
        let Some((arguments, result)) = arguments.rsplit_once(" = ") else {
            return Ok(None);
        };
        let arguments = arguments.trim_end().trim_end_matches(')');
        let Some(result) = leading_number(result) else {
            return Ok(None);
        };
        Ok(Some(Self {
            name,
            arguments,
            result,
            texts: texts(arguments)?,
        }))
    }

    /// Returns the arguments after the last text.
    pub fn tail(&self) -> &str {
        let tail = self.arguments.rsplit_once(['"', ']']);
        tail.map_or("", |(_, rest)| rest)
    }

    /// Returns the place in the file: the number after that of the bytes or texts.
    pub fn place(&self) -> Result<u64, String> {
        let mut numbers = self.tail().split(", ").filter_map(leading_number);
        let place = numbers.nth(1);
        place.ok_or_else(|| format!("no place in {}", self.name))
    }
}

/// Returns the permissions that come last, such as `01600` or `S_ISVTX|0600`; those of an ordinary file if there are
/// none.
pub fn mode_of(arguments: &str) -> u32 {
    let last = arguments.rsplit(", ").next().unwrap_or_default();
    let bits = last.trim().split('|').map(|bits| match bits {
        "S_ISVTX" => Some(0o1000),
        _ => u32::from_str_radix(bits, 8).ok(),
    });
    let mode = bits.sum::<Option<u32>>();
    mode.unwrap_or(0o644)
}

/// Returns the number that a text begins with.
pub fn leading_number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Returns the path of the descriptor that comes first.
pub fn first_path(arguments: &str) -> Option<Vec<u8>> {
    let first = arguments.split(", ").next()?;
    let (_, rest) = first.split_once('<')?;
    let (path, _) = rest.split_once('>')?;
    unescaped(path).ok()
}

/// Returns the texts in quotes.
fn texts(arguments: &str) -> Result<Vec<Vec<u8>>, String> {
    // Nothing in a text is a quote, as all of it is in hexadecimal.
    arguments.split('"').skip(1).step_by(2).map(unescaped).collect()
}

/// Returns the bytes of `\x41\x42`.
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let bytes = text.split("\\x").skip(1).map(|digits| u8::from_str_radix(digits, 16));
    let bytes: Result<Vec<_>, _> = bytes.collect();
    bytes.map_err(|_| format!("strace wrote a text not in hexadecimal: {text:.40}"))
}
