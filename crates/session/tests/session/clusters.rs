//! Libraries of clusters in a build that has none.

use crate::log_and_listing::log_and_listing;

#[test]
fn a_build_without_clusters_says_how_to_get_them() {
    let (log, _) = log_and_listing("libname big cluster 'db7:50050' path='/shared';");
    assert!(
        log.contains("ERROR: the engine CLUSTER is not in this build of feedrate"),
        "{log}"
    );
    assert!(log.contains("--features cluster"), "{log}");
}
