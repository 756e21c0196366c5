INSERT INTO setup_links (secret_hash, created_at, expires_at) VALUES ({bytes 5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a}, {time}, {later});
