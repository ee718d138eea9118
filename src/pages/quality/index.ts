import { reportPage } from './report.ts'
import { reportsPage } from './reports.ts'

export const quality = [reportsPage, reportPage]
