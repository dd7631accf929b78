//! Resource limits.

use serde::{Deserialize, Serialize};

/// One bound of a resource limit; in JSON a number or the word `unlimited`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// No bound.
    Unlimited,
    /// So much.
    #[serde(untagged)]
    At(u64),
}

impl Bound {
    /// Returns whether so much is allowed.
    pub fn allows(self, amount: u64) -> bool {
        match self {
            Self::Unlimited => true,
            Self::At(bound) => amount <= bound,
        }
    }

    fn parse(word: &str) -> Option<Self> {
        match word {
            "unlimited" => Some(Self::Unlimited),
            number => number.parse().ok().map(Self::At),
        }
    }
}

/// A resource limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The bound that holds now.
    pub soft: Bound,
    /// The bound that the process may raise it to by itself.
    pub hard: Bound,
}

impl Limit {
    /// Finds a limit by its name in the text of `/proc/self/limits`.
    pub(super) fn find(text: &str, name: &str) -> Option<Self> {
        text.lines().find_map(|line| {
            let mut words = line.strip_prefix(name)?.split_whitespace();
            Some(Self {
                soft: Bound::parse(words.next()?)?,
                hard: Bound::parse(words.next()?)?,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn table() {
        let text = "Limit                     Soft Limit           Hard Limit           Units     \n\
                    Max file size             unlimited            unlimited            bytes     \n\
                    Max locked memory         65536                8388608              bytes     \n";
        let locked = Limit::find(text, "Max locked memory").expect("is there");
        assert_eq!(locked.soft, Bound::At(65536));
        assert_eq!(locked.hard, Bound::At(8 << 20));
        assert!(locked.soft.allows(65536) && !locked.soft.allows(65537));
        let file = Limit::find(text, "Max file size").expect("is there");
        assert!(file.soft.allows(u64::MAX));
        assert_eq!(Limit::find(text, "Max open files"), None);
    }

    #[test]
    fn json_is_a_number_or_a_word() {
        let limit = Limit {
            soft: Bound::At(1),
            hard: Bound::Unlimited,
        };
        let json = serde_json::to_string(&limit).expect("serialises");
        assert_eq!(json, r#"{"soft":1,"hard":"unlimited"}"#);
        assert_eq!(serde_json::from_str::<Limit>(&json).expect("reads"), limit);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            Limit::find(&text, "Max");
            Limit::find(&format!("Max {text}"), "Max");
        }
    }
}
