//! The page of a run as who opens it sees it: its text, its structure, its size.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod made_up;
mod overlap;
mod page;
mod real;
mod size;

use std::cell::RefCell;

use feedrate_document::html::{self, HtmlOptions};
use feedrate_runs::timeline::{self, Run, SessionRecord};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// The page as a file.
fn page_of(run: &Run, sessions: &[SessionRecord]) -> String {
    let document = timeline::document(run, sessions);
    html::render(&document, &HtmlOptions::default())
}

/// An element of a page as a browser takes it.
struct Element {
    name: String,
    /// Its attributes as `name=value`.
    attributes: Vec<String>,
    /// The text that lies in it and in nothing else.
    text: String,
    /// The indexes of the elements in it, in a list in their order.
    within: Option<usize>,
}

impl Element {
    fn is(&self, name: &str, attribute: &str) -> bool {
        self.name == name && self.attributes.iter().any(|own| own == attribute)
    }

    fn number(&self, attribute: &str) -> f64 {
        let start = format!("{attribute}=");
        let value = self.attributes.iter().find_map(|own| own.strip_prefix(&start));
        value.unwrap().parse().unwrap()
    }
}

/// The elements of a page in their order, which has no mistake that a browser would have to guess about.
fn elements(page: &str) -> Vec<Element> {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(page);
    assert!(dom.errors.borrow().is_empty(), "{:?}", dom.errors.borrow());
    let found = RefCell::new(Vec::new());
    gather(&dom.document, None, &found);
    found.into_inner()
}

fn gather(node: &Handle, within: Option<usize>, found: &RefCell<Vec<Element>>) {
    let mut here = within;
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let attributes = attrs.borrow();
            let attributes = attributes.iter();
            let mut found = found.borrow_mut();
            here = Some(found.len());
            found.push(Element {
                name: name.local.to_string(),
                attributes: attributes
                    .map(|attribute| format!("{}={}", attribute.name.local, attribute.value))
                    .collect(),
                text: String::new(),
                within,
            });
        }
        NodeData::Text { contents } => {
            if let Some(parent) = within {
                found.borrow_mut()[parent].text.push_str(&contents.borrow());
            }
        }
        _ => {}
    }
    for child in node.children.borrow().iter() {
        gather(child, here, found);
    }
}

/// The texts of all elements of a name.
fn texts<'a>(elements: &'a [Element], name: &str) -> Vec<&'a str> {
    let named = elements.iter().filter(|element| element.name == name);
    named.map(|element| element.text.as_str()).collect()
}
