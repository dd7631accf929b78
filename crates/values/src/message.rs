//! Messages that quote texts of users, which may be of any length.

use std::borrow::Cow;

/// The letters of the beginning and of the end of a long message that are shown.
const SHOWN: (usize, usize) = (1500, 400);

/// Returns a message as it is shown: of a very long one its beginning and its end, and how many letters are left out
/// between them.
pub fn shortened(message: &str) -> Cow<'_, str> {
    let (first, last) = SHOWN;
    // Its bytes are no fewer than its letters.
    if message.len() <= first + last {
        return Cow::Borrowed(message);
    }
    let letters = message.chars().count();
    if letters <= first + last {
        return Cow::Borrowed(message);
    }
    let place = |letter: usize| {
        let mut places = message.char_indices().map(|(place, _)| place);
        places.nth(letter).unwrap_or(message.len())
    };
    let left_out = letters - first - last;
    Cow::Owned(format!(
        "{}… ({left_out} letters) …{}",
        &message[..place(first)],
        &message[place(letters - last)..]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_keep_their_beginning_and_their_end() {
        assert_eq!(shortened("no such file"), "no such file");
        let just = "ä".repeat(1900);
        assert_eq!(shortened(&just), just);
        let long = format!("a{}z", "ä".repeat(40_000));
        let shown = shortened(&long);
        assert!(shown.starts_with("aä") && shown.ends_with("äz"), "{shown}");
        assert!(shown.contains("… (38102 letters) …"), "{shown}");
        assert!(shown.chars().count() < 1950);
    }
}
