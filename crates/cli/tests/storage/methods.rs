//! A file is the same by whatever method it is written.

use crate::folder::Folder;

#[test]
fn each_method_writes_the_same_bytes() {
    let folder = Folder::new();
    let mut files = Vec::new();
    for (name, options) in [
        ("cached", "--method cached"),
        ("several", "--method cached --depth 4"),
        ("random", "--method cached --order random"),
        ("through", "--method write-through"),
        ("unbuffered", "--method unbuffered"),
        ("gathered", "--method direct --pages 16"),
        ("overlapped", "--method direct --depth 8"),
        ("threads", "--method direct --depth 4 --engine threads"),
        ("reserved", "--method direct --target reserve"),
    ] {
        let line = format!("measure {name}.out --do write --size 8M --page 64K --seed 7 {options}");
        folder.succeed(&line);
        files.push((
            name,
            std::fs::read(folder.path(&format!("{name}.out"))).expect("the file"),
        ));
    }
    let (_, first) = &files[0];
    assert_eq!(first.len(), 8 << 20);
    for (name, bytes) in &files {
        assert!(bytes == first, "{name}");
    }
}
