//! A step that reads many data sets.

use crate::log_and_listing::log_and_listing;

#[test]
fn a_set_of_many_data_sets_needs_the_memory_of_few() {
    // The pages of all of them take 10 MB, and 4 MiB is the least that all pages have.
    let names: Vec<_> = (1..=160).map(|number| format!("a{number}")).collect();
    let text = format!(
        "%macro m; %do i = 1 %to 160; data a&i; x = &i; run; %end; %mend; %m
         options memsize=1m;
         data _null_; set {} end=end; sum + x; if end then put sum=; run;",
        names.join(" ")
    );
    let (log, _) = log_and_listing(&text);
    assert!(log.contains("sum=12880") && !log.contains("ERROR"), "{log}");
    // Those of a MERGE are open at the same time.
    let (log, _) = log_and_listing(&text.replace("set ", "merge "));
    let refused = "has pages of 64K, more than the 0K that MEMSIZE= leaves";
    assert!(log.contains(refused), "{log}");
}
