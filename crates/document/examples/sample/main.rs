//! A sample document with every kind of block. Writes text to standard output and, if a path is given, HTML to that
//! file: `cargo run -p feedrate-document --example sample -- report.html`

mod document;

use feedrate_document::html::{self, HtmlOptions};
use feedrate_document::text::{self, TextOptions};

fn main() -> std::io::Result<()> {
    let document = document::document();
    print!("{}", text::render(&document, &TextOptions::default()));
    if let Some(path) = std::env::args_os().nth(1) {
        let options = HtmlOptions {
            footer: Some("An invented report, to look at".to_owned()),
        };
        std::fs::write(path, html::render(&document, &options))?;
    }
    Ok(())
}
