//! The data sets that the hash objects of a step read.

use feedrate_program::{DataStep, Node, Number, ObjectAction, ObjectDataSet, ObjectSource, Source, walk};

/// Returns the data sets whose names the program states, each as one that SET reads.
pub(super) fn object_sources(step: &DataStep) -> Vec<Source> {
    let mut sources = Vec::new();
    walk(&step.body, &mut |node| {
        if let Node::Number(Number::Object(call)) = node
            && let ObjectAction::NewHash(new) = &call.action
        {
            sources.extend(new.source.as_ref().and_then(as_read));
        }
    });
    sources
}

fn as_read(source: &ObjectSource) -> Option<Source> {
    let ObjectDataSet::Stated(name) = &source.data_set else {
        return None;
    };
    Some(Source {
        data_set: name.clone(),
        settings: source.settings.clone(),
        first: source.first,
        last: source.last,
        filter: source.filter.clone(),
        loads: Vec::new(),
        contributes: None,
        index_use: Default::default(),
    })
}
