//! The batch of "Performance Impact: Controller Cache" (Linchi Shea), with its parameter file, and shorter.

use crate::folder::Folder;

#[test]
fn the_published_batch_runs() {
    let folder = Folder::new();
    // As an editor of Windows writes it, with a path that has a drive there. The original has 10,000 MB and 30 s.
    let file = folder.path("testfile.dat");
    let parameters = format!("{} 1 0x0 16\r\n", file.display());
    std::fs::write(folder.path("param_F.txt"), parameters).expect("parameters");
    for kind in ["-kW", "-kR"] {
        for depth in [2, 8, 16, 32, 64, 128, 256] {
            let line = format!("sqlio {kind} -s1 -o{depth} -fsequential -b256 -BH -LS -Fparam_F.txt");
            let printed = folder.succeed(&line);
            for word in [
                "sqlio v",
                "CUMULATIVE DATA:",
                "IOs/sec:",
                "MBs/sec:",
                "Avg_Latency(ms):",
            ] {
                assert!(printed.contains(word), "{line}: {printed}");
            }
            let rate = printed.lines().find_map(|line| line.trim().strip_prefix("MBs/sec:"));
            let rate: f64 = rate.and_then(|rate| rate.trim().parse().ok()).expect("a rate");
            assert!(rate > 0.0, "{line}: {printed}");
        }
    }
    assert_eq!(folder.names(), ["param_F.txt", "testfile.dat"]);
}
