import { module } from '../framework/module.ts';
import { KitchenModule } from '../kitchen/kitchen.module.ts';
import { ShopController } from './shop.controller.ts';

export const ShopModule = module('ShopModule', {
  imports: [KitchenModule],
  declarations: [ShopController],
});
