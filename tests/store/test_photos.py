"""Pictures of readings lie beside the file and harm nothing when they are gone."""

from __future__ import annotations

from pathlib import Path

from companion.store import Store
from companion.store.photos import Photos


def test_a_picture_is_named_by_what_is_in_it_and_written_once(tmp_path: Path) -> None:
    photos = Photos(tmp_path / "photos")
    name = photos.keep(b"one")
    assert photos.keep(b"one") == name
    assert photos.keep(b"two") != name
    found = photos.find(name)
    assert found is not None
    assert found.read_bytes() == b"one"
    assert len(list((tmp_path / "photos").iterdir())) == 2


def test_a_picture_that_is_gone_or_has_a_strange_name_is_none(tmp_path: Path) -> None:
    photos = Photos(tmp_path)
    name = photos.keep(b"one")
    (tmp_path / name).unlink()
    (tmp_path / "secret.jpg").write_bytes(b"x")
    assert [photos.find(word) for word in (name, "secret.jpg", "../secret.jpg", "")] == [None] * 4


def test_a_full_or_locked_disk_only_loses_the_picture(tmp_path: Path) -> None:
    (tmp_path / "photos").write_text("a file where the folder should be")
    assert Photos(tmp_path / "photos").keep(b"one") == ""


def test_the_store_has_a_place_for_them(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store.photos.folder == tmp_path / "photos"
