import { module } from 'trellis';
import { BlogClient } from './blog-client.ts';
import { ExportController } from './export.controller.ts';

/** Imports no service of the blog, so this program doesn't open the database. */
export const ExportModule = module('ExportModule', { declarations: [BlogClient, ExportController] });
