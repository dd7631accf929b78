//! ODS as who reads its files sees it: pages are as HTML5 has them, values with commas come back, what is not
//! complete is not there.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_session::options::SystemOptions;
use feedrate_session::{Observer, Session, Setup};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// Runs a program, in which `&at` is the folder, and gives its log.
fn run(folder: &Path, text: &str, observer: Option<&dyn Observer>, stop: &Arc<AtomicBool>) -> String {
    let work = tempfile::tempdir().unwrap();
    let mut log = Vec::new();
    let mut session = Session::new(Setup {
        log: Box::new(&mut log),
        listing: Box::new(std::io::sink()),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: folder.to_str().unwrap().to_owned(),
        stop: Arc::clone(stop),
    });
    if let Some(observer) = observer {
        session.observe(observer);
    }
    let text = format!("%let at = &sysparm;\n{text}");
    session.run("ods.sas", &text).unwrap();
    drop(session);
    String::from_utf8(log).unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// A data set, and steps of all procedures that have tables of their own kind.
const STEPS: &str = "
data class;
  length name $ 40;
  input sex $ age height weight;
  name = choose(_n_);
  label height='Height <in> & \"inches\"';
  datalines;
M 14 69.0 112.5
F 13 56.5 84.0
F 13 65.3 98.0
F . 62.8 102.5
M 14 63.5 .
M 12 57.3 83.0
;
run;
proc sort data=class; by sex; run;
title '<b>Bold</b> & \"quoted\"';
footnote 'End </section></main>';
proc print data=class; run;
proc print data=class label; by sex; id name; sum weight; run;
proc means data=class; run;
proc means data=class n mean printalltypes; class sex age; var height weight; run;
proc means data=class nway n; class age; var height; by sex; run;
proc freq data=class; tables sex age sex*age / chisq; tables sex*age*height / list; run;
proc freq data=class; tables age*height / fisher missing norow nocol nofreq; by sex; run;
proc corr data=class; var height weight; run;
proc corr data=class nomiss noprob cov; with age; var height; by sex; run;
proc contents data=class varnum; run;
proc tabulate data=class;
  class sex age;
  var height;
  table sex all, age all, (sum max)*height n;
  table sex*age all, (n*f=6. height*mean) / indent=2;
  table n;
run;
proc reg data=class; model weight = height age / clb; run; quit;
proc glm data=class; class sex; model weight = sex height / solution; lsmeans sex / pdiff cl; run; quit;
proc univariate data=class normal; var height weight; run;
proc logistic data=class; class age; model sex = height; run;
proc report data=class nowd; column sex age height weight; define sex / group; define age / across;
  define height / analysis mean; define weight / analysis sum; rbreak after / summarize; run;
";

fn steps() -> String {
    STEPS.replace(
        "name = choose(_n_);",
        "select (_n_);
           when (1) name = '<script>alert(1)</script>';
           when (2) name = 'a \"b\", c';
           when (3) name = '  two  blanks';
           otherwise name = '';
         end;",
    )
}

#[test]
fn pages_are_as_html_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let program = format!("ods html file=\"&at/page.html\" title='All & <more>';\n{}", steps());
    let log = run(folder.path(), &program, None, &Arc::default());
    assert!(!log.contains("ERROR"), "{log}");
    assert_eq!(files(folder.path()), ["page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let mut options = ParseOpts::default();
    options.tokenizer.exact_errors = true;
    let document = parse_document(RcDom::default(), options).one(page.as_str());
    assert_eq!(document.errors.borrow().len(), 0, "{:?}", document.errors);
    let mut tables = 0;
    each_element(&document.document, &mut |name, handle| match name {
        "table" => {
            tables += 1;
            check_table(handle);
        }
        // Nothing of a data set became an element.
        "script" | "b" => panic!("{name}"),
        "th" => assert!(attribute(handle, "scope").is_some()),
        _ => {}
    });
    assert!(tables > 30, "{tables}");
    assert!(page.contains("&lt;script&gt;"));
    assert!(!page.contains("http://") && !page.contains("https://"));
}

/// Calls `each` with every element.
fn each_element(handle: &Handle, each: &mut impl FnMut(&str, &Handle)) {
    if let NodeData::Element { name, .. } = &handle.data {
        each(&name.local, handle);
    }
    for child in handle.children.borrow().iter() {
        each_element(child, each);
    }
}

fn attribute(handle: &Handle, wanted: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &handle.data else {
        return None;
    };
    let attributes = attrs.borrow();
    let mut attributes = attributes.iter();
    let own = attributes.find(|attribute| &*attribute.name.local == wanted);
    own.map(|attribute| attribute.value.to_string())
}

/// Says that the cells of a table cover each of its places once.
fn check_table(table: &Handle) {
    for section in ["thead", "tbody"] {
        let mut rows: Vec<Vec<(usize, usize)>> = Vec::new();
        each_element(table, &mut |name, handle| {
            if name != section {
                return;
            }
            each_element(handle, &mut |name, handle| {
                let span = |wanted| attribute(handle, wanted).map_or(1, |own| own.parse().unwrap());
                match name {
                    "tr" => rows.push(Vec::new()),
                    "td" | "th" => rows.last_mut().unwrap().push((span("colspan"), span("rowspan"))),
                    _ => {}
                }
            });
        });
        let mut below: Vec<usize> = Vec::new();
        let mut width = None;
        let count = rows.len();
        for (number, cells) in rows.into_iter().enumerate() {
            let mut cells = cells.into_iter();
            let mut column = 0;
            loop {
                if let Some(rows) = below.get_mut(column).filter(|rows| **rows > 0) {
                    *rows -= 1;
                    column += 1;
                    continue;
                }
                let Some((across, down)) = cells.next() else {
                    break;
                };
                assert!(number + down <= count, "a cell reaches out of {section}");
                below.resize(below.len().max(column + across), 0);
                for place in &mut below[column..column + across] {
                    assert_eq!(*place, 0, "cells overlap");
                    *place = down - 1;
                }
                column += across;
            }
            assert_eq!(*width.get_or_insert(column), column, "rows are as wide as each other");
        }
    }
}

#[test]
fn values_with_commas_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let program = format!(
        "ods listing close;\n{}\nods csv file=\"&at/a.csv\";\nproc print data=class; run;\nods csv close;\n\
         ods csv file=\"&at/b.csv\";\nproc tabulate data=class; class sex; var age; table sex, age*(n mean); run;",
        steps()
    );
    run(folder.path(), &program, None, &Arc::default());
    let read = |name: &str, headers: bool| {
        let reader = csv::ReaderBuilder::new()
            .has_headers(headers)
            .from_path(folder.path().join(name));
        let rows = reader.unwrap().into_records();
        rows.map(|row| row.unwrap().iter().map(str::to_owned).collect())
            .collect::<Vec<Vec<String>>>()
    };
    let rows = read("a.csv", true);
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[0], ["1", "a \"b\", c", "F", "13", "56.5", "84"]);
    assert_eq!(rows[1][1], "  two  blanks");
    assert_eq!(rows[2], ["3", "", "F", ".", "62.8", "102.5"]);
    assert_eq!(rows[3][1], "<script>alert(1)</script>");
    // Cells that reach over others leave these empty, so that all rows are as long.
    let rows = read("b.csv", false);
    assert_eq!(rows.last().unwrap().len(), 3);
    assert_eq!(rows[0], ["", "age", ""]);
}

/// Does something when a step begins.
struct StepHook<'a> {
    name: &'a str,
    act: &'a dyn Fn(),
    begun: Cell<u32>,
}

impl Observer for StepHook<'_> {
    fn step_begins(&self, name: &str, _: u32) {
        if name == self.name {
            self.begun.set(self.begun.get() + 1);
            (self.act)();
        }
    }

    fn step_ended(&self) {}
}

const THREE: &str = "
ods html file=\"&at/a.html\";
ods csv file=\"&at/b.csv\";
ods listing file=\"&at/c.lst\";
data a; do i = 1 to 3; output; end; run;
proc print data=a; run;
proc means data=a; run;
";

#[test]
fn a_page_without_a_name_takes_one_that_no_file_has() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sashtml1.htm"), "mine").unwrap();
    let program = "
        data a; x = 1; run;
        ods html path=\"&at\"; proc print data=a; run; ods html close;
        ods html path=\"&at\" (url=none); proc print data=a; run;";
    let log = run(folder.path(), program, None, &Arc::default());
    assert!(!log.contains("ERROR"), "{log}");
    assert_eq!(files(folder.path()), ["sashtml.htm", "sashtml1.htm", "sashtml2.htm"]);
    let mine = fs::read(folder.path().join("sashtml1.htm")).unwrap();
    assert_eq!(mine, b"mine");
}

#[test]
fn what_is_interrupted_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.csv"), "before").unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let observer = StepHook {
        name: "MEANS",
        act: &|| stop.store(true, Ordering::Relaxed),
        begun: Cell::new(0),
    };
    let log = run(folder.path(), THREE, Some(&observer), &stop);
    assert_eq!(observer.begun.get(), 1);
    assert_eq!(files(folder.path()), ["b.csv"]);
    assert_eq!(fs::read(folder.path().join("b.csv")).unwrap(), b"before");
    assert!(
        log.contains("b.csv was not written because the program was interrupted."),
        "{log}"
    );
}

#[test]
fn a_file_that_cannot_have_its_name_is_one_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    fs::create_dir(&gone).unwrap();
    let observer = StepHook {
        name: "MEANS",
        act: &|| fs::remove_dir_all(&gone).unwrap(),
        begun: Cell::new(0),
    };
    let program = THREE.replace("&at/b.csv", "&at/gone/b.csv");
    let log = run(folder.path(), &program, Some(&observer), &Arc::default());
    assert_eq!(log.matches("ERROR").count(), 1, "{log}");
    assert!(log.contains("at line 4 column 14"), "{log}");
    assert_eq!(files(folder.path()), ["a.html", "c.lst"]);
}

#[test]
fn a_step_with_errors_leaves_the_file_whole() {
    let folder = tempfile::tempdir().unwrap();
    let program = format!("{THREE}\nproc sort data=a out=b; by descending i; run;\nproc print data=b; by i; run;");
    let log = run(folder.path(), &program, None, &Arc::default());
    assert!(log.contains("is not sorted in ascending sequence"), "{log}");
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    let document = parse_document(RcDom::default(), ParseOpts::default()).one(page.as_str());
    assert_eq!(document.errors.borrow().len(), 0);
    assert!(page.ends_with("</html>\n"));
}

#[test]
fn a_table_of_many_rows_is_not_kept_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    // Far more than MEMSIZE= leaves for tables that are kept.
    let program = "options memsize=1m;
        data a; do i = 1 to 50000; x = 'a text of some length'; output; end; run;
        ods listing close;
        ods csv file=\"&at/a.csv\";
        proc print data=a; run;";
    let log = run(folder.path(), program, None, &Arc::default());
    assert!(!log.contains("ERROR"), "{log}");
    let text = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    assert_eq!(text.lines().count(), 50_001);
    assert_eq!(
        text.lines().last().unwrap(),
        "\"50000\",50000,\"a text of some length\""
    );
}
