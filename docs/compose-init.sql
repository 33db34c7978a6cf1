-- Runs once, when the PostgreSQL container of compose.yaml makes its cluster: POSTGRES_DB is the ERP's database.
create database oficina_chat;
