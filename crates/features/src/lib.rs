//! A crate without code: it turns on features of crates that builds share, as its `Cargo.toml` says.
