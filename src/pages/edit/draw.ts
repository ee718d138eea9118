import { baseColumnOf } from '#src/catalogue/edits/kind-shape.ts'
import { maxWordLength } from '#src/catalogue/fields.ts'
import { maxAddressLength } from '#src/contract/web-address.ts'
import type { RecordLock } from '#src/contributions/record-locks.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { described, type Filled, textArea, textField } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { formTokenField } from '../form-token.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { isOrdered } from '../record-form/compare.ts'
import { type Choices, fieldOf, hintOf, labelOf, laterHint, lists, partTitle, tagLabel } from '../record-form/fields.ts'
import { columnsOfRow, type Group, type PartPlan, titleColumn } from '../record-form/plan.ts'
import { countHidden, entriesOf, type Stored, translatedText } from '../record-form/stored.ts'
import { cellName, rowsOf, type Typed, tagsIn, textName } from '../record-form/typed.ts'
import { namesAddress } from './names.ts'
import type { Asked } from './names-to-records.ts'
import { lockMark, originOf } from './origin.ts'

/** Everything that a form is drawn from. */
type Drawn = {
  stored: Stored
  /** 0 for a record that is to be made. */
  id: number
  typed: Typed
  /** The address that it is sent to. */
  action: string
  /** Which drafts of the browser are of this form. */
  drafts: Html
  filled: Filled
  asked: Asked
  choices: Choices
  isNew: boolean
  /** What is locked for the reader. */
  locks: readonly RecordLock[]
  /** Sections that stand open, besides those with something wrong. */
  open: ReadonlySet<string>
  /** The digest of the changes that were shown, and those changes. */
  seen: string
  summary: Html
  /** Where the pictures of the record are. */
  pictures: string | undefined
}

/** The hidden field by which a form tells which record it is about: its address may name another one later. */
export const openedField = 'record'
export const openedRecord = (id: number): Html => html`<input type="hidden" name="${openedField}" value="${id}">`

/** The whole form of a record. */
export function recordForm(context: PageContext, drawn: Drawn): Html {
  const { stored, id, typed, action, drafts, filled, choices, seen, summary } = drawn
  const { edit } = context.texts
  return html`
<form class="edit-form" method="post" action="${action}" novalidate data-edit${drafts}
 data-language="${languageTag(context)}" data-suggestions="${context.texts.discover.suggested}"
 data-not-there="${context.texts.discover.notThere}"
 data-codes="${namesAddress(context)}">
<input type="hidden" name="${formTokenField}" value="${context.formToken}">
<input type="hidden" name="was" value="${JSON.stringify(Object.fromEntries(typed.was))}">
<input type="hidden" name="seen" value="${seen}">
${id !== 0 && openedRecord(id)}
<button class="unseen" name="act" value="look" tabindex="-1" aria-hidden="true">${edit.look}</button>
${summary}
${factsSection(context, drawn)}
${stored.plan.texts.length > 0 && textsSection(context, drawn)}
${stored.plan.parts.map((part) => partSection(context, drawn, part))}
${pictureSection(context, drawn)}
${id === 0 && laterHint(context, stored.plan.of, drawn.isNew)}
${endSection(context, filled, seen, drawn.isNew)}
${lists(choices)}
</form>`
}

/**
 * Attributes by which a browser finds the drafts of a form: those of this person and this record. One that comes back
 * from the server has an answer.
 */
export const draftsOf = ({ viewer }: PageContext, what: string, isAnswer: boolean): Html =>
  viewer ? html` data-draft="${viewer.id} ${what}"${isAnswer && html` data-answer`}` : nothing

/** What a browser shows where it has drafts. */
export function draftOffer({ texts: { edit } }: PageContext): Html {
  const [before, after] = edit.draft
  const act = (what: string, label: string) =>
    html`<button type="button" class="button" data-act="${what}">${label}</button>`
  return html`
<template data-drafts><section class="notice" role="status"><p>${before}<span></span>${after}</p>
<p class="actions">${act('back', edit.draftBack)} ${act('discard', edit.draftDiscard)}</p></section></template>`
}

/** Why something is changed, where one can look it up, under which licence, and the buttons. */
export const endSection = (context: PageContext, filled: Filled, seen: string, isNew: boolean): Html => {
  const { edit } = context.texts
  const isWrong = Object.keys(filled.errors).length > 0
  return html`
<section class="edit-end">
${textArea(context, filled, { name: 'note', label: edit.note, hint: edit.noteHint, rows: 2, maxLength: maxNoteLength })}
${textField(context, filled, {
  name: 'source_url',
  type: 'url',
  label: edit.source,
  hint: edit.sourceHint,
  maxLength: maxAddressLength,
})}
<p class="hint">${edit.licenceOfTexts(context.config.licenceOfEdits)}</p>
${isNew && html`<p class="hint">${edit.newMember}</p>`}
${seen === '' && !isWrong && html`<p class="hint">${edit.lookFirst}</p>`}
<p class="actions">${sendButtons(context, seen)}</p>
</section>`
}

/** Saving comes after looking at what changes. */
export function sendButtons({ texts: { edit } }: PageContext, seen: string): Html {
  const save = html`<button class="button primary" name="act" value="save">${edit.save}</button>`
  return seen === ''
    ? html`<button class="button primary" name="act" value="look">${edit.look}</button>`
    : html`${save}<button class="button" name="act" value="look">${edit.lookAgain}</button>`
}

type Section = { name: string; title: string; count?: number; content: Html }

function section({ filled, open }: Drawn, { name, title, count, content }: Section): Html {
  const prefixes: Readonly<Record<string, string>> = wordTable({ facts: 'v.', texts: 't.' })
  const prefix = prefixes[name] ?? `${name}.`
  const isWrong = Object.keys(filled.errors).some((field) => field.startsWith(prefix))
  return html`
<details class="edit-section" id="${name}"${(isWrong || open.has(name)) && html` open`}>
<summary><h2>${title}</h2>${count !== undefined && html` <span class="note">${count}</span>`}</summary>
${content}
</details>`
}

function factsSection(context: PageContext, drawn: Drawn): Html {
  const { stored, filled, choices, asked, locks } = drawn
  const { of } = stored.plan
  const fields = stored.plan.facts.map(({ name, column, control }) => {
    const origin = originOf(context, stored.record.values[column])
    const more = html`${asked(name)}${lockMark(context, locks, column)}${origin}`
    const isRequired = column === titleColumn(of)
    return fieldOf(context, filled, { name, scope: of, column, control, more, isRequired }, choices)
  })
  return section(drawn, {
    name: 'facts',
    title: context.texts.edit.facts,
    content: html`<div class="edit-facts">${fields}</div>`,
  })
}

/** The texts of each open language beside the original ones. */
function textsSection(context: PageContext, drawn: Drawn): Html {
  const { stored, typed, filled, choices } = drawn
  const { edit } = context.texts
  const open = tagsIn(typed)
  const others = [...stored.record.texts.keys()].filter((tag) => !open.includes(tag))
  const openButton = (tag: string) => html`<li><button class="button" name="act" value="open|${tag}"
 formaction="#texts">${tagLabel(context, tag)}</button></li>`
  const content = html`
<p class="hint">${edit.textsHint}</p>
${open.map(
  (tag) => html`
<fieldset class="edit-language" id="t.${tag}"><legend>${tagLabel(context, tag)}</legend>
${stored.plan.texts.map(({ text, control }) => {
  const name = textName(tag, text)
  const more = html`${lockMark(context, drawn.locks, text)}${originOf(context, stored.record.texts.get(tag)?.[text])}`
  return html`<div class="edit-beside">
<div class="edit-original">${originalText(context, drawn, text, tag)}</div>
${fieldOf(context, filled, { name, scope: stored.plan.of, column: text, control, lang: tag, more }, choices)}
</div>`
})}</fieldset>`,
)}
${others.length > 0 && html`<ul class="edit-tags">${others.map(openButton)}</ul>`}
<div class="edit-open">${textField(context, filled, {
    name: 'language',
    label: edit.openLanguage,
    hint: edit.openLanguageHint,
    maxLength: 5,
  })}
<button class="button" name="act" value="open" formaction="#texts">${edit.open}</button></div>`
  const count = stored.record.texts.size
  return section(drawn, { name: 'texts', title: edit.texts, content, count })
}

/** The text that a translation is of: in the original language where it has one, or else in English. */
function originalText(context: PageContext, { typed, stored }: Drawn, text: string, tag: string): Html {
  const { record, plan } = stored
  const own = [...record.texts.keys()].find((one) => one.startsWith(`${record.values.original_language?.value}-`))
  const translated = own !== undefined && own !== tag ? translatedText(stored, own, text) : ''
  if (own !== undefined && translated !== '')
    return html`<p class="note">${context.texts.edit.original(tagLabel(context, own))}</p>
<p lang="${own}">${translated}</p>`
  const fact = plan.facts.find(({ column }) => column === baseColumnOf(plan.of, text))
  const english = fact && typed.fields.get(fact.name)
  return html`<p class="note">${context.texts.edit.inEnglish}</p><p lang="en">${english || '—'}</p>`
}

function partSection(context: PageContext, drawn: Drawn, part: PartPlan): Html {
  const { edit } = context.texts
  const { stored, typed } = drawn
  const lists = part.groups.length > 0 ? part.groups : [undefined]
  const hidden = countHidden(stored, typed, part.part)
  const more = html`<p><button class="button" name="act" value="more|${part.part}"
 formaction="#p.${part.part}">${edit.more(context.format.number(hidden))}</button></p>`
  return section(drawn, {
    name: `p.${part.part}`,
    title: partTitle(context, part.part),
    count: rowsOf(typed, part.part).length + hidden,
    content: html`
${lockMark(context, drawn.locks, part.part)}
${hintsOf(context, part)}
${lists.map((group) => rowList(context, drawn, part, group))}
${hidden > 0 && more}
${pasteField(context, drawn, part)}`,
  })
}

function hintsOf(context: PageContext, { part, shown }: PartPlan): Html {
  const hints = new Map<string, string[]>()
  for (const { column, control } of shown) {
    const hint = hintOf(context, control, true)
    if (hint) hints.set(hint, [...(hints.get(hint) ?? []), labelOf(context, part, column)])
  }
  return html`${[...hints].map(
    ([hint, labels]) => html`<p class="hint"><strong>${labels.join(', ')}:</strong> ${hint}</p>`,
  )}`
}

function rowList(context: PageContext, drawn: Drawn, part: PartPlan, group: Group | undefined): Html {
  const { typed } = drawn
  const { edit } = context.texts
  const value = group?.value ?? ''
  const numbered = [...rowsOf(typed, part.part).entries()].filter(([, row]) => row.group === value)
  const title = group ? (edit.groups[value] ?? value) : partTitle(context, part.part)
  const ordered = isOrdered(part, value)
  const rows = numbered.map(([index], place) =>
    drawRow(context, drawn, part, { index, place, isOrdered: ordered, label: edit.row(title, place + 1) }),
  )
  return html`
${group && html`<h3>${title}</h3>`}
<ol class="edit-rows"${ordered && html` data-drag="${edit.drag}"`}>${rows}</ol>
<p><button class="button" name="act" value="add|${part.part}|${value}"
 formaction="#p.${part.part}" aria-label="${edit.add}: ${title}">${edit.add}</button></p>`
}

type RowPlace = { index: number; place: number; isOrdered: boolean; label: string }

function drawRow(context: PageContext, drawn: Drawn, part: PartPlan, { index, isOrdered, label }: RowPlace): Html {
  const { stored, typed, filled, choices, asked } = drawn
  const { edit } = context.texts
  const row = rowsOf(typed, part.part)[index] ?? { key: undefined, group: '', cells: {} }
  const to = html` formaction="#p.${part.part}"`
  const act = (what: string, text: string, spoken: string) =>
    html`<button class="link" name="act" value="${what}|${part.part}|${index}"${to}
 aria-label="${spoken}">${text}</button>`
  const fields = columnsOfRow(stored.plan.of, part, row.group).map(({ column, control }) => {
    const name = cellName(part.part, index, column)
    return fieldOf(
      context,
      filled,
      { name, scope: part.part, column, control, isInRow: true, more: asked(name) },
      choices,
    )
  })
  return html`<li class="edit-row">
<input type="hidden" name="${cellName(part.part, index, '@key')}" value="${row.key ?? ''}">
${row.group !== '' && html`<input type="hidden" name="${cellName(part.part, index, '@group')}" value="${row.group}">`}
<fieldset><legend class="unseen">${label}</legend><div class="edit-cells">${fields}</div>
${row.key !== undefined && originOf(context, entriesOf(stored, part.part).get(row.key))}</fieldset>
<p class="edit-acts">${
    isOrdered &&
    html`${act('up', '↑', edit.moveUp(label))}
${act('down', '↓', edit.moveDown(label))}`
  }
${act('remove', edit.remove, edit.removeRow(label))}</p></li>`
}

/** Ids and videos are taken from what one pastes. */
function pasteField(context: PageContext, { filled }: Drawn, { part }: PartPlan): Html {
  const { edit } = context.texts
  if (part !== 'external_ids' && part !== 'videos') return nothing
  const name = `paste.${part}`
  const label = part === 'videos' ? edit.pasteVideo : edit.paste
  return html`<div class="edit-open">${described(
    context,
    filled,
    { name, label, hint: edit.pasteHint },
    (bound) => html`
<input type="text" ${bound} value="${filled.values[name] ?? ''}" maxlength="${maxWordLength}" autocomplete="off">`,
  )}
<button class="button" name="act" value="paste|${part}" formaction="#p.${part}">${edit.take}</button></div>`
}

function pictureSection({ texts: { edit } }: PageContext, drawn: Drawn): Html {
  const { pictures } = drawn
  if (pictures === undefined) return nothing
  const content = html`<p>${edit.picturesHint}</p>
<p class="actions"><a class="button" href="${pictures}">${edit.toPictures}</a>
<a class="button" href="${pictures}/add">${edit.addPicture}</a></p>`
  return section(drawn, { name: 'pictures', title: edit.pictures, content })
}
