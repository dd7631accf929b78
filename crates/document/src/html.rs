//! Renders a document as one self-contained HTML file.
//!
//! The file opens without a network: style, script and figures are inside it, and its content security policy forbids
//! every request. It follows the reader's choice of light or dark, prints on white, and fits a telephone. Beneath every
//! plot its values are a table, which is also what remains if scripts are disabled. Heat maps are tables whose cells
//! are coloured. Timelines are drawn without a script; tables of their content are left to the document.

mod axis;
mod blocks;
mod figure;
mod heat_map;
mod rows;
mod script;
mod ticks;
mod timeline;

use maud::{DOCTYPE, PreEscaped, html};

use crate::clean;
use crate::model::{Block, Document};

/// Forbids loading and sending anything; scripts inside the file may run.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

/// The generator of the file, which shows that it may be replaced.
const GENERATOR: &str = concat!("feedrate ", env!("CARGO_PKG_VERSION"));

/// The options of HTML.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HtmlOptions {
    /// The footer: what generated the file, and from what. Default: none.
    pub footer: Option<String>,
}

/// Renders a document as a complete HTML file.
///
/// The script that draws plots takes most of the file (4.7 MB), and is left out if there is no plot.
pub fn render(document: &Document, options: &HtmlOptions) -> String {
    let document = clean::document(document);
    let has_plots = document.blocks.iter().any(|block| matches!(block, Block::Plot(_)));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content=(GENERATOR);
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (document.title) }
                style { (PreEscaped(include_str!("html/style.css"))) }
            }
            body {
                main {
                    header {
                        h1 { (document.title) }
                        @if let Some(subtitle) = &document.subtitle {
                            p.subtitle { (subtitle) }
                        }
                    }
                    @for (index, block) in document.blocks.iter().enumerate() {
                        (blocks::block(block, index))
                    }
                    @if let Some(footer) = &options.footer {
                        footer { (clean::line(footer)) }
                    }
                }
                @if has_plots {
                    script { (PreEscaped(script::plotting())) }
                    script { (PreEscaped(include_str!("html/plots.js"))) }
                }
            }
        }
    };
    page.into_string()
}

#[cfg(test)]
mod tests;
