//! The licences of all crates that the product is built of, and where these come from, as Cargo tells them.

use serde::Deserialize;

use crate::metadata::metadata;

/// The licences of what may be linked into a program under Apache-2.0 and be handed on with it.
const ALLOWED: &[&str] = &[
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    // That of libbz2, which is much like BSD-3-Clause.
    "bzip2-1.0.6",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// None of the crates of this workspace.
    source: Option<String>,
}

/// Returns whether an expression of SPDX, or an older one with `/` for OR, can be met by licences that are allowed.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest) && rest.is_empty()
}

/// Terms with OR between them.
fn any(words: &mut &[&str]) -> bool {
    let mut is_met = all(words);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        is_met |= all(words);
    }
    is_met
}

/// Terms with AND between them, which binds more tightly.
fn all(words: &mut &[&str]) -> bool {
    let mut is_met = one(words);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        is_met &= one(words);
    }
    is_met
}

/// A licence, with its exception, or an expression in parentheses.
fn one(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let is_met = any(words);
            let is_closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            is_met && is_closed
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            ALLOWED.contains(&format!("{name} WITH {exception}").as_str())
        }
        [name, rest @ ..] => {
            *words = rest;
            ALLOWED.contains(name)
        }
        [] => false,
    }
}

#[test]
fn expressions_are_read_as_spdx_has_them() {
    for allowed in ["MIT", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Zlib", "MIT/Apache-2.0"] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in ["", "AGPL-3.0", "MIT AND GPL-2.0", "(MIT", "MIT WITH GCC-exception-3.1"] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn all_crates_have_licences_that_are_allowed() {
    let metadata: Metadata = metadata(&["--all-features"]);
    assert!(metadata.packages.len() > 100);
    for package in metadata.packages {
        let Package {
            name,
            version,
            license,
            source,
        } = package;
        let license = license.unwrap_or_default();
        assert!(is_allowed(&license), "{name} {version}: {license:?}");
        assert!(
            source.is_none_or(|source| source == REGISTRY),
            "{name} {version} is of elsewhere"
        );
    }
}
