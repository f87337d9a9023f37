-- Once, as an administrator of the database in which plans are to be kept (PostgreSQL 12 or later).

-- Owns the tables: the first window that connects with it makes them, and after an update it lifts them.
CREATE ROLE plans_owner LOGIN;
GRANT USAGE, CREATE ON SCHEMA public TO plans_owner;

-- May plan. May look.
CREATE ROLE planners NOLOGIN;
CREATE ROLE plan_readers NOLOGIN;
GRANT USAGE ON SCHEMA public TO planners, plan_readers;
ALTER DEFAULT PRIVILEGES FOR ROLE plans_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO planners;
ALTER DEFAULT PRIVILEGES FOR ROLE plans_owner IN SCHEMA public
  GRANT SELECT ON TABLES TO plan_readers;

-- One of these for each person; nobody can log in before a password was set.
CREATE ROLE ada LOGIN IN ROLE planners;
