//! A plan changes no file.

use super::Folders;

#[test]
fn no_file_or_folder_is_made_changed_or_removed() {
    let folders = Folders::new();
    folders.run("data p.a p.b; do id = 1 to 1000; output; end; run;");
    let library = folders.path().join("library");
    // A file that a killed process left.
    std::fs::write(library.join(".a.feedrate-0123456789abcdef.tmp"), "x").unwrap();
    let before = folders.listing();
    let out = folders.path().display();
    let program = format!(
        "options dlcreatedir; libname new '{out}/new'; options nodlcreatedir;
        libname again '{out}/library';
        ods html file='{out}/page.html';
        data p.a; set p.a; file '{out}/lines.txt'; put id; run;
        data work.c; set p.a; run;
        proc sort data=p.b; by descending id; run;
        proc append base=p.b data=work.c; run;
        proc export data=p.b outfile='{out}/b.csv' dbms=csv; run;
        proc print data=p.a; run;
        proc copy in=p out=work; run;
        proc datasets library=p kill nolist; run; quit;
        libname _all_ list;
        ods html close;"
    );
    let (planned, log) = folders.plan_with_log(&program);
    assert_eq!(folders.listing(), before, "{log}");
    // A folder that is not there is not made.
    assert_eq!(planned.errors, 0, "{log}");
    assert!(log.contains("Library NEW does not exist."), "{log}");
    assert_eq!(planned.steps.len(), 8);
    let json = serde_json::to_string(&planned).unwrap();
    assert!(json.contains("\"steps\":["));
}
