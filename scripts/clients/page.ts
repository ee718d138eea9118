import type { Generator } from './generator.ts'
import { generators } from './generators.ts'

const document = 'http://127.0.0.1:8080/openapi.json'

function rowOf({ name, version, beside, command }: Generator): string {
  const others = Object.entries(beside).map(([other, needed]) => `\`${other}\` ${needed}`)
  return `| \`${name}\` | ${version} | ${others.join(', ')} | \`npx ${command(document, 'client/films').join(' ')}\` |`
}

/** A part of `docs/clients.md`: which generators of client code read our documents. */
export const generatedClients = (): string => `## Client code from the OpenAPI documents

Every server has its contract at \`/openapi.json\` (version 3 of the interface) and \`/commons/1/openapi.json\` (our
additions), in the names of its dialect or of \`?dialect=common\`. Programs from npm make a typed client of them; these
were tried:

| generator | version | needs beside it | command |
|---|---|---|---|
${generators.map(rowOf).join('\n')}

\`node scripts/clients/run.ts\` installs them outside of the repository, makes clients of both documents, compiles them
with TypeScript's \`strict\` and \`noUncheckedIndexedAccess\`, and lets each of them read ten replies from a server with
the sample: details with appended parts, offers by country, a season in German, a search over all kinds, discover, the
credits of a person, certifications, reports and changes. They have to be what a plain request gets, and a refusal has
to have its type.

- Names come from the ids of operations: \`movie.details\` is \`movieDetails\`. They stay the same.
- The key goes into the header: \`Authorization: Bearer KEY\`. The server is the one that the document was read from,
  so give the client its address.
- \`media_type\` tells rows of several kinds apart: \`row.media_type === 'movie' ? row.title : row.name\`.
- Seasons that are appended to a series (\`season/1\`) have no fields in the document, because their names depend on the
  request: read them with their own operation, or say their type yourself.`
