import { module, provide } from '../index.ts';
import { FrameworkPackage } from './framework-package.ts';
import { ModuleController } from './module.controller.ts';
import { ModuleGenerator } from './module-generator.ts';
import { OpenApiController } from './openapi.controller.ts';
import { RequiredOptions } from './options.ts';
import { ProjectController } from './project.controller.ts';
import { ProjectGenerator } from './project-generator.ts';
import { Prompt } from './prompt.ts';
import { RoutesController } from './routes.controller.ts';
import { WorkingFolder } from './working-folder.ts';

export const program = { name: 'trellis', summary: 'Create Trellis applications and add modules to them.' };

export const ScaffoldModule = module('ScaffoldModule', {
  declarations: [
    ProjectController,
    ModuleController,
    RoutesController,
    OpenApiController,
    ProjectGenerator,
    ModuleGenerator,
    FrameworkPackage,
    RequiredOptions,
    Prompt,
    provide(WorkingFolder, { value: process.cwd() }),
  ],
});
