import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLanguageTag } from '#src/pages/components/languages.ts'
import { formatOf, ownName } from '#src/texts/format.ts'
import { type Language, languages, texts, textsIn } from '#src/texts/index.ts'
import { forEachEngine } from '../support/engines.ts'
import { fr } from '../support/french/index.ts'
import { openVisitor, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

/** What the line in `src/texts/folders.ts` does. */
const french = 'fr' as Language
Object.assign(texts, { [french]: textsIn(fr) })
languages.push(french)

forEachEngine(loadWorld, (engine) => {
  test('a folder and a line are a third language of the pages, and files that it lacks are in English', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    const page = await visitor.get('/discover/movie?country=DE', { 'accept-language': 'fr-CA, de;q=0.5' })
    assert.match(page.body, /<html lang="fr">/)
    assert.match(page.body, /<option value="fr" lang="fr" selected>Français<\/option>/)
    for (const said of [/Pays Allemagne ×/, /\d+ titres? /, /Trier par Popularité/]) assert.match(textOf(page), said)
    assert.match(page.body, />Skip to content</)
    const chosen = await openVisitor(server.app).post('/language', { language: 'fr', next: '/quality' }, { from: '/' })
    assert.equal(chosen.status, 303)
    const again = await visitor.get('/quality', { 'accept-language': 'fr' })
    assert.match(textOf(again), /Améliorer le catalogue .*Sans date de sortie/)
  })
})

test('days, countries and the name of a language need no line of their own', () => {
  const { date, country } = formatOf(french)
  assert.deepEqual(
    [date('2026-03-10'), country('DE'), ownName(french), defaultLanguageTag(french)],
    ['10 mars 2026', 'Allemagne', 'Français', 'fr-FR'],
  )
})
