-- compatible: yes
-- The last step of the schema that the program of a server knows; null for a program that does not tell it.
ALTER TABLE servers ADD COLUMN step TEXT;
