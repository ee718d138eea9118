import type { Page } from '../page.ts'
import { importActs } from './acts.ts'
import { askTitle, chooseTitle } from './choose.ts'
import { showImport } from './import.ts'
import { addImport, imports } from './overview.ts'

export const keptImport: readonly Page[] = [imports, addImport, showImport, ...importActs, askTitle, chooseTitle]
