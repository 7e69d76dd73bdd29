/** Statements on the demo's table whose access is known, for tests: those of this folder, and those that ask the server. */
const FROM = 'SELECT * FROM "AuditLog"';
const INDEX = 'SELECT sk FROM "AuditLog"."by-actor"';

export const SLICES: readonly string[] = [
  `${FROM} WHERE pk = 'TENANT#acme'`,
  `${FROM} WHERE "pk" = 'TENANT#acme' AND begins_with(sk, 'EVENT#2026-06')`,
  `select * from AuditLog where 'TENANT#acme' = pk`,
  `${FROM} WHERE pk IN ['TENANT#acme', 'TENANT#globex'] AND begins_with(sk, 'EVENT#2026-06')`,
  `${FROM} WHERE pk IN ('TENANT#acme', 'TENANT#globex') AND begins_with(sk, 'EVENT#2026-06') AND outcome = 'denied'`,
  `${FROM} WHERE (pk = 'TENANT#acme' AND sk > 'EVENT#2026-06' AND outcome = 'denied') OR (sk < 'EVENT#2026-05' AND pk = 'TENANT#globex')`,
  `${FROM} WHERE outcome = 'denied' AND (pk = 'TENANT#acme')`,
  `${FROM} WHERE pk = 'TENANT#acme' AND NOT outcome = 'denied'`,
  `${FROM} WHERE pk = 'TENANT#acme' AND sk BETWEEN 'EVENT#2026-05' AND 'EVENT#2026-06' ORDER BY sk DESC`,
  `${FROM} -- pk <> 'x'\nWHERE /* OR */ pk = 'TENANT#acme'`,
  `${INDEX} WHERE actor = 'nobody'`,
  `${INDEX} WHERE actor = 'it''s' AND pk = 'TENANT#acme'`,
];

export const SCANS: readonly string[] = [
  FROM,
  `${FROM} WHERE sk = 'EVENT#2026-06'`,
  `${FROM} WHERE pk <> 'TENANT#acme'`,
  `${FROM} WHERE pk > 'TENANT#acme'`,
  `${FROM} WHERE begins_with(pk, 'TENANT#acme')`,
  `${FROM} WHERE pk = 'TENANT#acme' OR outcome = 'denied'`,
  `${FROM} WHERE NOT pk = 'TENANT#acme'`,
  `${FROM} WHERE NOT (pk = 'TENANT#acme')`,
  `${FROM} WHERE pk NOT IN ['TENANT#acme']`,
  `${FROM} WHERE pk = sk`,
  `${FROM} WHERE pk BETWEEN 'TENANT#a' AND 'TENANT#z' AND sk = 'x'`,
  `${FROM} WHERE outcome = 'pk = TENANT#acme'`,
  `${FROM} WHERE request.pk = 'TENANT#acme'`,
  `${FROM} WHERE pk IS NOT MISSING`,
  `${INDEX} WHERE pk = 'TENANT#acme'`,
  `${INDEX} WHERE size(actor) = 3`,
];
