-- Trees of folders are read without the documents in them.
create index object_folders on object (parent, name) where is_folder;
